// Written by scripts/ui_types.py from the server's types. Do not edit.

export interface Ack {
  t: 'ack'
  id: string
  version: number
}

export interface Analysis {
  plies: number
  length: number
  players: [Performance, Performance]
  decisions: Decision[]
  rolls: Thrown[]
  result: number
  result_without_luck: number
}

export interface AnalysisSeen {
  state: 'done' | 'failed' | 'none' | 'waiting' | 'working'
  ahead?: number
  done?: number
  total?: number
  analysis?: Analysis | null
}

export interface AnswerClaimWish {
  t: 'answer-claim'
  accept: boolean
}

export interface AnswerResignationWish {
  t: 'answer-resignation'
  accept: boolean
}

export interface Asked {
  key: string
  text: string
  type: string
  hint: string
  choices?: string[]
  least?: number
  most?: number | null
}

export type AtExpiry = 'nothing' | 'claim' | 'gin'

export type Audience = 'white' | 'black' | 'spectator' | 'official'

export interface BeaverWish {
  t: 'beaver'
}

export interface Book {
  id: string
  name: string
  short: string
  edition: string
  publisher: string
  about: string
}

export type BothExpired = 'not_covered' | 'nominal_reserve' | 'without_clock'

export type Branch = [source: number, target: number, number: number, hits: boolean, node: number]

export interface BreakWish {
  t: 'break'
}

export interface CallDirectorWish {
  t: 'call-director'
  about?: string
}

export interface Candidate {
  hops: [number, number][]
  equity: number
  chances: number[]
  level: number
}

export interface CaseSeen {
  id: string
  version: number
  kind: string
  book: string
  match: string
  facts: Record<string, string | number | boolean>
  answer: any
  shown: Ruled
  ruled: string
  applied: boolean
  closed: boolean
}

export interface Catalogue {
  books: Book[]
  subjects: Subject[]
  clauses: Clause[]
}

export interface Challenge {
  id: string
  terms: Terms
  format: MatchFormat
  length: string
  seats: Seat[]
  at: number
  private?: boolean
  version?: number
  withdrawn?: boolean
  match?: string
}

export interface Changed {
  t: 'changed'
  topic: string
  from: number
  to: number
  events?: any[]
  view?: MatchView | null
  data?: any
}

export interface Chat {
  t: 'chat'
  match: string
  by: string
  text: string
  at: number
  team?: boolean
}

export interface ClaimWish {
  t: 'claim'
  level: number
}

export type Claims = 'none' | 'tested' | 'settled'

export interface Clause {
  id: string
  title: string
  tier: Tier
  kind: Kind
  force?: Force | null
  status: Status
  reason?: string
  subjects: string[]
  audience?: ClauseAudience[]
  text: string
  online: string
  example: string
  params?: Record<string, boolean | number | string | (boolean | number | string)[] | Record<string, boolean | number | string>>
}

export type ClauseAudience = 'player' | 'spectator' | 'director' | 'table'

export type ClockMethod = 'simple_delay' | 'bronstein' | 'bronstein_backloaded' | 'fischer' | 'sudden_death' | 'untimed' | 'per_move'

export interface ClockRules {
  method?: ClockMethod
  reserve?: number
  delay?: number
  trust?: number
  per_point?: number
  expiry?: Expiry
  at_expiry?: AtExpiry
  both_expired?: BothExpired
  pauses?: PauseReason[]
  longest_pause?: number | null
  untimed?: Side[]
  double_press?: boolean
  correction_on_reserve?: boolean
  correction_waits?: boolean
}

export interface ClockView {
  at: number
  remaining: [number, number]
  delay_left?: number
  running?: Side | null
  paused?: string
  method?: string
}

export interface ClockWish {
  reserve?: number
  delay?: number
  days?: number
}

export interface Conflicted {
  t: 'conflict'
  id: string
  version: number
  changed?: string[]
}

export interface Contribute {
  t: 'seed'
  id: string
  match: string
  game: number
  seed: string
}

export interface CubeFigures {
  no_double: number
  double_take: number
  double_pass: number
  action: string
}

export interface CubeRules {
  enabled?: boolean
  crawford?: boolean
  dead?: DeadCube
  jacoby?: boolean
  beavers?: boolean
  raccoons?: boolean
  automatic_doubles?: number
  largest?: number | null
}

export interface CubeTurn {
  side: Side
  value: number
}

export interface CubeView {
  value?: number
  owner?: Side | null
  offered?: number
  by?: Side | null
  dead?: boolean
  cost_of_pass?: number
}

export type DeadCube = 'allowed' | 'void' | 'forced_take'

export interface Decision {
  game: number
  version: number
  side: Side
  kind: JudgementKind
  position: string
  cube: number
  roll: [number, number] | null
  chosen: string
  best: string
  played: Candidate | null
  candidates: Candidate[]
  figures: CubeFigures | null
  error: number
  mwc_error: number
  counted: boolean
}

export interface Do {
  t: 'do'
  id: string
  match: string
  v: number
  d: OpeningWish | RollWish | PlayWish | DoubleWish | TakeWish | PassWish | BeaverWish | ResignWish | AnswerResignationWish | ClaimWish | AnswerClaimWish | BreakWish | EndBreakWish | NoticeExpiryWish | NameOperatorWish | CallDirectorWish | LeaveWish | TakeBackWish
  at?: number
}

export interface DoubleWish {
  t: 'double'
}

export interface EndBreakWish {
  t: 'end-break'
}

export interface Ended {
  winner: Side | null
  reason: string
}

export type EndedBy = 'bearoff' | 'pass' | 'resignation' | 'claim' | 'forfeit' | 'time' | 'award'

export type Enforcement = 'strict' | 'recorded'

export interface EntryRefused {
  id: string
  code: string
  detail: string
  clauses: string[]
}

export type Expiry = 'automatic' | 'noticed'

export interface Fault {
  t: 'fault'
  sentence: string
  id?: string
  code?: string
}

export type Force = 'must' | 'shall' | 'should' | 'may'

export type GameInProgress = 'play_out' | 'does_not_count'

export interface GameRecord {
  number: number
  winner: Side
  level: number
  cube: number
  points: number
  ended_by: EndedBy
  crawford: boolean
  cube_turned: boolean
  doubles: CubeTurn[]
  base: number
  before: [number, number] | null
  settled: boolean
}

export interface GameView {
  number: number
  stage: Stage
  turn: Side
  points: number[]
  off: [number, number]
  dice?: [number, number] | null
  cube?: CubeView | null
  crawford?: boolean
  offered_level?: number
  offered_by?: Side | null
  tree?: Branch[][]
  forced?: boolean
  last?: [number, number][]
  last_by?: Side | null
  xgid?: string
  rotated?: boolean
}

export interface Hint {
  action: 'accept' | 'double' | 'pass' | 'play' | 'play_on' | 'roll' | 'take'
  hops?: [number, number][]
}

export interface Incident {
  name: string
  title: string
  words: string[]
  books: string[]
}

export interface Inquiry {
  id: string
  version: number
  raised: Raised
  taken_by?: string
  case?: string
  settled?: Settled | null
}

export type JudgementKind = 'play' | 'double' | 'take'

export type Kind = 'rule' | 'guidance'

export interface LeaveWish {
  t: 'leave'
}

export interface Length {
  kind?: LengthKind
  points?: number
  best_of?: number
  limit?: number
  in_progress?: GameInProgress
  tie?: TiePolicy
}

export type LengthKind = 'points' | 'timed' | 'money' | 'sets'

export interface Manners {
  delay?: number
  chat?: 'free' | 'off' | 'phrases'
  event?: string
}

export interface MatchFormat {
  length: Length
  discipline?: string
  book?: string
  preset?: string
  enforcement?: Enforcement
  cube?: CubeRules
  clock?: ClockRules | null
  resignation?: Resignation
  resignation_needs_consent?: boolean
  claims?: Claims
  gammons_count?: boolean
  start?: Record<string, number> | null
  white_first?: boolean
  team?: number
  breaks?: number
  break_time?: number
  break_every?: number
  breaks_between_sets?: boolean
  binding_words?: boolean
  early_doubles_bind?: boolean
  points_wait?: boolean
  leave_any_time?: boolean
  pip_count?: boolean
  hints?: boolean
  rated?: boolean
  stake?: number
}

export interface MatchView {
  id: string
  version: number
  at: number
  audience: Audience
  format: MatchFormat
  phase: Phase
  white: SideView
  black: SideView
  length: string
  target?: number
  game?: GameView | null
  clock?: ClockView | null
  open?: Open
  records?: GameRecord[]
  stopped_by?: string
  on_break?: Side | null
  ended?: Ended | null
  chat?: string
  manners?: Manners
  rematch?: string
  rematch_by?: Side[]
}

export interface Me {
  account: string
  name: string
  guest: boolean
  matches: SeatTaken[]
  staff: boolean
}

export interface NameOperatorWish {
  t: 'name-operator'
  operator: string
}

export interface NewChallenge {
  terms?: Terms
}

export interface NewGuest {
  name?: string
}

export interface NewMatch {
  terms?: Terms
  against?: 'bot' | 'link'
  level?: string
  side?: 'black' | 'either' | 'white'
}

export interface NewRuling {
  kind: string
  preset: string
  facts?: Record<string, string | number | boolean>
}

export interface Notice {
  t: 'notice'
  kind: string
  text: string
  link?: string
}

export interface NoticeExpiryWish {
  t: 'notice-expiry'
}

export interface Open {
  opening?: boolean
  roll?: boolean
  play?: boolean
  end_turn?: boolean
  double?: number
  take?: boolean
  pass?: boolean
  beaver?: number
  resign?: number[]
  answer_resignation?: number
  counter?: number[]
  claim?: number[]
  answer_claim?: number
  call_break?: boolean
  end_break?: boolean
  name_operator?: boolean
  leave?: boolean
  call_director?: boolean
}

export interface Opened {
  link: string
  match: string
  challenge: string
}

export interface OpeningWish {
  t: 'opening'
}

export interface PassWish {
  t: 'pass'
}

export interface PasskeyAsked {
  ceremony: string
  options: Record<string, any>
}

export type PauseReason = 'between_games' | 'break' | 'die_off_board' | 'dispute' | 'dice_taken' | 'fast_grab' | 'illegal_move' | 'resign_or_claim' | 'dice_replaced' | 'disconnect' | 'outage' | 'ruling'

export interface Performance {
  name: string
  side: Side
  counted: number
  error: number
  mwc_error: number
  pr: number
  plays: number
  play_error: number
  cubes: number
  cube_error: number
  errors: number
  blunders: number
  luck: number
  luck_at_stake: number
}

export type Phase = 'before' | 'between' | 'playing' | 'over'

export interface Picture {
  game: number
  move: number
  version: number
  words: string
  points: number[]
  off: [number, number]
  turn: Side
  score: [number, number]
  side?: Side | null
  dice?: [number, number] | null
  cube?: number
  owner?: Side | null
  offered?: number
  xgid?: string
  clock?: [number, number] | null
}

export interface Ping {
  t: 'ping'
  sent: number
  lag?: number
}

export interface PlayWish {
  t: 'play'
  hops: [number, number][]
}

export interface Pong {
  t: 'pong'
  sent: number
  now: number
}

export interface PositionRead {
  literal: string
  discipline: string
  points: number[]
  off: [number, number]
  rotated: boolean
  xgid: string
  problems: string[]
}

export interface Presence {
  t: 'presence'
  match: string
  side: string
  here: boolean
  away_left?: number | null
}

export interface PresetListed {
  name: string
  book: string
  about: string
  discipline: string
  length: string
  points: number
  clock: string
  team: number
}

export interface Problem {
  status_code: number
  detail: string
  code: string
  clauses: string[]
}

export interface Raised {
  type: 'Raised'
  at: number
  by: string
  kind: 'bar' | 'call' | 'report' | 'stop'
  match: string
  account: string
  side?: Side | null
  about?: string
  target?: string
}

export interface RecordKept {
  version: number
  score: [number, number]
  phase: Phase
  refused: EntryRefused[]
  unjudged: string[]
  stands: TableStands
  dice: TableDice | null
}

export interface Refused {
  t: 'refused'
  id: string
  code: string
  sentence: string
  clauses?: string[]
  book?: string
  version?: number
}

export interface ResignWish {
  t: 'resign'
  level: number
}

export type Resignation = 'no_contact' | 'certain_level' | 'certain_only' | 'any_time' | 'never'

export interface Revealed {
  t: 'revealed'
  match: string
  game: number
  seed: string
}

export interface Review {
  id: string
  white: string
  black: string
  length: string
  discipline: string
  rotated: boolean
  pictures: Picture[]
  formats: string[]
}

export interface RollWish {
  t: 'roll'
}

export interface Ruled {
  answer: 'discretion' | 'question' | 'ruling'
  book: string
  lines?: [string, string][]
  clauses?: string[]
  question?: Asked | null
  wrong?: string
  covered?: boolean
}

export interface Say {
  t: 'say'
  id: string
  match: string
  text: string
  team?: boolean
}

export interface Sealed {
  t: 'sealed'
  match: string
  game: number
  commitment: string
}

export interface Seat {
  name: string
  account?: string
  bot?: string
}

export interface SeatTaken {
  match: string
  title: string
  length: string
  at: number
  over: boolean
  serious: boolean
}

export interface Settled {
  type: 'Settled'
  at: number
  by: string
  answer?: string
  granted?: boolean
}

export type Side = 'white' | 'black'

export interface SideView {
  names: string[]
  operator?: string
  score?: number
  sets?: number
  pips?: number | null
  breaks?: number
  here?: boolean
  away_left?: number | null
}

export type Stage = 'opening' | 'roll' | 'play' | 'end' | 'answer' | 'resigned' | 'claimed'

export interface State {
  t: 'state'
  topic: string
  version: number
  view?: MatchView | null
  data?: any
}

export type Status = 'planned' | 'enforced' | 'computed' | 'ruled' | 'discretion' | 'shown' | 'absent'

export interface Subject {
  id: string
  name: string
  words: string[]
}

export interface TableBoard {
  discipline: string
  start: number[]
  rotated: boolean
  hitting: boolean
  backgammons: boolean
  single: boolean
  jacoby: boolean
}

export interface TableDice {
  match: string
  game: number
  rolls: number
  commitment: string
  device: boolean
  parts: Side[]
}

export interface TableGame {
  men: [number[], number[]]
  stage: Stage
  turn: Side
  dice: [number, number] | null
  cube: number
  owner: Side | null
  crawford: boolean
  offer: TableOffer | null
  rolled: boolean
  early: boolean
}

export interface TableOffer {
  by: Side
  value: number
  beaver: boolean
  back: Stage
}

export interface TableSeen {
  tournament: string
  contest: string
  contest_name: string
  pairing: string
  table: string
  entrants: [string, string]
  names: [string, string]
  me: string
  may_record: boolean
  format: MatchFormat
  board: TableBoard
  score: [number, number]
  recorded: number
  stands: TableStands
  dice: TableDice | null
  over: boolean
}

export interface TableStands {
  version: number
  phase: Phase
  score: [number, number]
  sets: [number, number]
  crawford_done: boolean
  game: TableGame | null
}

export interface TakeBackWish {
  t: 'take-back'
}

export interface TakeWish {
  t: 'take'
}

export interface Terms {
  preset?: string
  points?: number | null
  discipline?: string | null
  clock?: ClockWish | null
  rated?: boolean
  delay?: number
  chat?: 'free' | 'off' | 'phrases'
}

export interface Thrown {
  game: number
  version: number
  side: Side
  roll: [number, number]
  luck: number
  stake: number
}

export type TiePolicy = 'one_more_game' | 'draw'

export type Tier = 'game' | 'match' | 'clock' | 'record' | 'tournament' | 'officiating' | 'conduct'

export interface Unwatch {
  t: 'unwatch'
  topic: string
}

export interface Verdict {
  proven: number
  waiting: number
  wrong: string[]
  by_hand: number
}

export interface Watch {
  t: 'watch'
  topic: string
}

export interface Welcome {
  t: 'welcome'
  protocol: number
  account: string
  name: string
  guest: boolean
  now: number
}

export type AnyWish = OpeningWish | RollWish | PlayWish | DoubleWish | TakeWish | PassWish | BeaverWish | ResignWish | AnswerResignationWish | ClaimWish | AnswerClaimWish | BreakWish | EndBreakWish | NoticeExpiryWish | NameOperatorWish | CallDirectorWish | LeaveWish | TakeBackWish

export type AnySaid = Watch | Unwatch | Do | Contribute | Say | Ping

export type AnyTold = Welcome | State | Changed | Ack | Refused | Conflicted | Fault | Presence | Sealed | Revealed | Chat | Notice | Pong
