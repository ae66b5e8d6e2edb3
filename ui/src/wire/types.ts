// Written by scripts/ui_types.py from the server's types. Do not edit.

export interface Absence {
  player: string
  since: number
  contact: string
}

export interface AcceptRules {
  type: 'AcceptRules'
  at: number
  by: string
  reason?: string
  person: string
}

export interface AccessLink {
  id: string
  version: number
  person: string
  link: string
}

export interface Ack {
  t: 'ack'
  id: string
  version: number
}

export interface AddContest {
  type: 'AddContest'
  at: number
  by: string
  reason?: string
  settings: ContestSettings
}

export interface AddMember {
  type: 'AddMember'
  name: string
}

export interface AddMoney {
  type: 'AddMoney'
  at: number
  by: string
  reason?: string
  contest: string
  amount: number
}

export interface AgreeTerms {
  type: 'AgreeTerms'
  at: number
  by: string
  reason?: string
  contest: string
  pairing: string
  terms: Record<string, string>
}

export interface AgreementLine {
  topic: string
  method: PreferenceMethod
  wishes: [string, string]
  settled: [string, string]
  why: string
}

export interface AgreementSheet {
  preset: string
  book: string
  lines: AgreementLine[]
  clashes: string[]
  winner: Side | null
}

export interface AgreementView {
  terms?: Record<string, string>
  imposed?: string[]
  reserved?: string[]
  asked?: Side[]
  clock?: ClockRules | null
  untimed?: boolean
  proposal?: ProposalView | null
}

export interface Analysis {
  plies: number
  length: number
  players: [Performance, Performance]
  decisions: Decision[]
  rolls: RollLuck[]
  result: number
  result_without_luck: number
}

export interface AnalysisProgress {
  state: 'done' | 'failed' | 'none' | 'waiting' | 'working'
  ahead?: number
  done?: number
  total?: number
  analysis?: Analysis | null
}

export interface Announce {
  type: 'Announce'
  at: number
  by: string
  reason?: string
  text: string
  contest?: string
}

export interface AnswerCall {
  type: 'AnswerCall'
  at: number
  by: string
  reason?: string
  call: string
  answer?: string
}

export interface AnswerClaimWish {
  t: 'answer-claim'
  accept: boolean
}

export interface AnswerMemberClaim {
  type: 'AnswerMemberClaim'
  member: string
  granted: boolean
}

export interface AnswerRecordingRequest {
  type: 'AnswerRecordingRequest'
  at: number
  by: string
  reason?: string
  request: string
  granted: boolean
}

export interface AnswerResignationWish {
  t: 'answer-resignation'
  accept: boolean
}

export interface AnswerSighting {
  type: 'AnswerSighting'
  at: number
  by: string
  reason?: string
  sighting: string
  answer?: string
}

export interface AppointToMatch {
  type: 'AppointToMatch'
  at: number
  by: string
  reason?: string
  contest: string
  pairing: string
  person: string
  task: Task
  requested_by?: string[]
  fee?: number
}

export interface Appointee {
  person: string
  task: string
}

export interface Appointment {
  person: string
  task: Task
  requested_by?: string[]
}

export type Approvable = 'baffle_box' | 'clock'

export interface ApproveEntry {
  type: 'ApproveEntry'
  at: number
  by: string
  reason?: string
  contest: string
  entry: string
}

export interface AskAboutRecording {
  type: 'AskAboutRecording'
  at: number
  by: string
  reason?: string
  contest: string
  pairing: string
  entrant: string
  what: RecordingWish
  about?: string
}

export interface AskedRecording {
  request: RecordingRequest
  name: string
  match: string
  fixed: boolean
}

export interface AssignTable {
  type: 'AssignTable'
  at: number
  by: string
  reason?: string
  contest: string
  pairing: string
  table: string
  hall?: string
}

export type AtExpiry = 'nothing' | 'claim' | 'gin'

export interface AttachMatch {
  type: 'AttachMatch'
  at: number
  by: string
  reason?: string
  contest: string
  pairing: string
  stream: string
}

export type Audience = 'white' | 'black' | 'spectator' | 'official'

export interface Autopilot {
  round_time: number
  presence: number
}

export interface Award {
  account: string
  entrant: string
  title: string
  place: number
  last: number
  to: [string, number][]
}

export interface AwardPrizes {
  type: 'AwardPrizes'
  at: number
  by: string
  reason?: string
  contest: string
}

export interface BadRow {
  line: number
  text: string
  why: string
}

export interface BallotReceipt {
  voted: number
  members: number
  decided: boolean
}

export interface BatchReceipt {
  version: number
  events: any[]
  refused: RefusedStep[]
}

export interface BeaverWish {
  t: 'beaver'
}

export interface BeginMatch {
  type: 'BeginMatch'
  at: number
  by: string
  reason?: string
  contest: string
  pairing: string
  device?: string
  received?: number
}

export interface BoardRatings {
  pool: string
  ratings: RatingNow[]
}

export interface Book {
  id: string
  name: string
  short: string
  edition: string
  publisher: string
  about: string
}

export interface Booking {
  at: number
  by: string
  memo: string
  lines: [string, number][]
  contest?: string
  entry?: string
  version?: number
  reverses?: number
}

export type BothExpired = 'not_covered' | 'nominal_reserve' | 'without_clock'

export type Branch = [source: number, target: number, number: number, hits: boolean, node: number]

export interface BreakTerms {
  count: number | null
  duration: number
  every: number
}

export interface BreakWish {
  t: 'break'
}

export interface Broadcast {
  live: boolean
  recorded: boolean
  delay: number
  stopped: boolean
}

export interface BroadcastWord {
  at: number
  by: string
  contest?: string
  round?: number
  pairing?: string
  player?: string
  hall?: string
  table?: string
  live?: boolean | null
  recorded?: boolean | null
  delay?: number | null
  reason?: string
}

export interface Busy {
  player: string
  contest: string
  pairing: string
}

export interface BuyBackHalf {
  type: 'BuyBackHalf'
  at: number
  by: string
  reason?: string
  contest: string
  entry: string
}

export interface Calcutta {
  prizes: Prize[]
  half_buy_back?: boolean
  returned?: number
}

export interface CalcuttaSale {
  buyer: string
  price: number
  half_back: boolean
}

export interface Call {
  id: string
  contest: string
  pairing: string
  by: string
  at: number
  about: string
  received: number
  answered: number | null
  answer: string
}

export interface CallBreak {
  type: 'CallBreak'
  at: number
  by: string
  reason?: string
  contest: string
  pairing: string
  entrant: string
  breaks?: number
  estimate?: number
  in_game?: boolean
  received?: number
}

export interface CallDirector {
  type: 'CallDirector'
  at: number
  by: string
  reason?: string
  contest: string
  pairing: string
  about?: string
  received?: number
}

export interface CallDirectorWish {
  t: 'call-director'
  about?: string
}

export interface CallMatch {
  type: 'CallMatch'
  at: number
  by: string
  reason?: string
  contest: string
  pairing: string
}

export interface CancelCheckIn {
  type: 'CancelCheckIn'
  at: number
  by: string
  reason?: string
  contest: string
  entry: string
}

export interface CancelMatchCall {
  type: 'CancelMatchCall'
  at: number
  by: string
  reason?: string
  contest: string
  pairing: string
}

export interface CancelRecess {
  type: 'CancelRecess'
  at: number
  by: string
  reason?: string
  name: string
}

export interface CancelRoundTime {
  type: 'CancelRoundTime'
  at: number
  by: string
  reason?: string
  contest: string
  bracket?: string
  round?: number
}

export interface CancelStart {
  type: 'CancelStart'
  at: number
  by: string
  reason?: string
  contest: string
  pairing: string
}

export interface Candidate {
  hops: [number, number][]
  equity: number
  chances: number[]
  level: number
  games: number
  deviation: number
}

export interface CaseDecision {
  part: string
  uphold: number
  change: Record<string, number>
  director: string | null
  changed: boolean
  remedy: string
  to_choose: string[]
  clauses: string[]
}

export interface CaseExhibit {
  at: number
  by: string
  what: string
  title: string
  given_by: string
  side: '' | 'black' | 'white'
  text: string
  reference: string
  sha256: string
}

export interface CaseHearing {
  at: number
  by: string
  parts: string[]
  members: string[]
  voted: Record<string, string[]>
  decisions: CaseDecision[]
  outcome_due: boolean
}

export interface CaseListing {
  id: string
  contest: string
  pairing: string
  sides: [string[], string[]]
  title: string
  report: string
  at: number
  stands: string
  appeals: boolean
}

export interface CasePage {
  title: string
  sections: CaseSection[]
  ballot: MemberBallot | null
}

export interface CaseSection {
  heading: string
  lines: [string, string][]
}

export interface CaseView {
  id: string
  version: number
  kind: string
  book: string
  match: string
  facts: Record<string, string | number | boolean>
  answer: any
  shown: RulingView
  ruled: string
  applied: boolean
  closed: boolean
  exhibits: CaseExhibit[]
  hearing: CaseHearing | null
  referred: boolean
  principle: string
  cited: [string, string][]
  asks: Record<string, string>
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
  sides?: Side[]
  limits?: WaitLimits | null
  quick?: boolean
  pool?: string
  to?: Seat | null
  declined?: boolean
}

export interface ChallengeAnswers {
  received: Challenge[]
  answered: Challenge[]
}

export interface ChangeClub {
  type: 'ChangeClub'
  name: string
  place?: string
  about?: string
}

export interface ChangeContest {
  type: 'ChangeContest'
  at: number
  by: string
  reason?: string
  settings: ContestSettings
}

export type ChangeKind = 'charged' | 'paid' | 'length' | 'seats'

export interface ChangePlayer {
  type: 'ChangePlayer'
  at: number
  by: string
  reason?: string
  player: Player
}

export interface ChangeSeries {
  type: 'ChangeSeries'
  name: string
  scheme: PointsScheme
}

export interface ChangeTieBreaks {
  type: 'ChangeTieBreaks'
  at: number
  by: string
  reason?: string
  contest: string
  tie_breaks: TieBreak[]
}

export interface ChangeTournament {
  type: 'ChangeTournament'
  at: number
  by: string
  reason?: string
  settings: TournamentSettings
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
  side?: Side | null
  team?: boolean
}

export interface CheckEquipment {
  type: 'CheckEquipment'
  at: number
  by: string
  reason?: string
  equipment: Equipment
  contest: string
  hall?: string
  table?: string
  player?: string
}

export interface CheckIn {
  type: 'CheckIn'
  at: number
  by: string
  reason?: string
  contest: string
  entry: string
}

export type ChecklistAudience = 'player' | 'spectator' | 'director' | 'table'

export interface ChooseBroadcast {
  type: 'ChooseBroadcast'
  at: number
  by: string
  reason?: string
  contest?: string
  pairing?: string
  hall?: string
  table?: string
  live?: boolean | null
  recorded?: boolean | null
  delay?: number | null
}

export interface ChooseRollWish {
  t: 'choose-roll'
  dice: [number, number]
}

export interface ChosenMove {
  dice: [number, number]
  hops?: [number, number][]
}

export interface ClaimLine {
  side: Side
  dice: [number, number] | null
  play: string
}

export interface ClaimShown {
  side: Side
  level: number
  holds: boolean
  line: ClaimLine[]
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
  kind: ClauseKind
  force?: Force | null
  status: ClauseStatus
  reason?: string
  subjects: string[]
  audience?: ChecklistAudience[]
  text: string
  online: string
  example: string
  params?: Record<string, boolean | number | string | (boolean | number | string)[] | Record<string, boolean | number | string>>
}

export type ClauseKind = 'rule' | 'guidance'

export type ClauseStatus = 'planned' | 'enforced' | 'computed' | 'ruled' | 'discretion' | 'shown' | 'absent'

export type Climb = '' | 'take' | 'half'

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
  own_delays?: [Side, number][]
  untimed?: Side[]
  double_press?: boolean
  correction_on_reserve?: boolean
  settled_claims?: boolean
  correction_waits?: boolean
}

export type ClockUse = 'required' | 'preferred' | 'if_agreed' | 'none'

export interface ClockView {
  at: number
  remaining: [number, number]
  delay_left?: number
  running?: Side | null
  paused?: string
  method?: string
  delays?: [number, number] | null
  resume_by?: number
}

export interface ClockWish {
  reserve?: number
  delay?: number
  days?: number
}

export interface CloseSeries {
  type: 'CloseSeries'
  closed?: boolean
}

export interface CloseTournament {
  type: 'CloseTournament'
  at: number
  by: string
  reason?: string
}

export interface ClosingChecklist {
  unfinished: string[]
  prizes: string[]
  accounts: Record<string, number>
  reports: Duty[]
}

export interface ClubAnnouncement {
  at: number
  by: string
  text: string
}

export interface ClubEventLine {
  id: string
  name: string
  date: string
  phase: string
}

export interface ClubListed {
  club: NamedLink
  members: ListMatch[]
}

export interface ClubListing {
  id: string
  name: string
  place: string
  members: number
  mine: boolean
}

export interface ClubMember {
  id: string
  name: string
  account?: string
  role?: ClubRole
  since?: number
  claims?: string
}

export interface ClubPage {
  id: string
  version: number
  name: string
  place: string
  about: string
  role: ClubRole | null
  members: ClubMember[]
  announcements: ClubAnnouncement[]
  events: ClubEventLine[]
  series: NamedLink[]
  ladder: ClubRanked[]
  night_series: string[]
  nights: NightSettings[]
  last_here: string[]
  link: string
}

export interface ClubRanked {
  account: string
  name: string
  pool: string
  rating: number
  matches: number
  provisional: boolean
}

export type ClubRole = 'owner' | 'officer' | 'member'

export interface Club_StateAnnounce {
  type: 'Announce'
  text: string
}

export interface CodesMade {
  type: 'CodesMade'
  at: number
}

export interface ColumnMapping {
  name: string[]
  rating: string
  number?: string
  club?: string
}

export interface CommandReceipt {
  version: number
  events: any[]
}

export interface CommandTrial {
  version: number
  events: number
  unseated: UnseatedMatch[]
  consequences: Consequence[]
}

export interface ConfirmForfeit {
  type: 'ConfirmForfeit'
  at: number
  by: string
  reason?: string
  contest: string
  pairing: string
  loser?: string
}

export interface ConfirmPenalty {
  type: 'ConfirmPenalty'
  at: number
  by: string
  reason?: string
  penalty: string
}

export interface Conflicted {
  t: 'conflict'
  id: string
  version: number
  changed?: string[]
}

export interface Consequence {
  contest: string
  kind: ChangeKind
  count: number
}

export type ContestKind = 'main' | 'side' | 'jackpot'

export interface ContestSettings {
  id: string
  name?: string
  preset: string
  options?: Options
  variations?: string[]
  kind?: ContestKind
  division?: string
  level?: number
  mode?: Mode
  variant?: boolean
  team?: number
  draw?: Plan | null
  swiss?: SwissPlan | null
  lengths?: Record<string, number[]>
  starts?: number | null
  equipment?: Record<string, string>
  limits?: Limits
  rating_list?: string
  rating_list_name?: string
  reentry?: Reentry
  check_in?: boolean
  fees?: Fees | null
  prizes?: Prize[]
  calcutta?: Calcutta | null
  autopilot?: Autopilot | null
}

export interface ContestSummary {
  id: string
  name: string
  published: boolean
  drawn: boolean
  finished: boolean
  swiss: boolean
  team: number
  preset: string
}

export interface ContestTerms {
  contest: string
  name: string
  book: string
  rules_at: string
  mode: Mode
  announced: number | null
  starts: number | null
  options: Record<string, string>
  preferences: Record<string, string>
  equipment: Record<string, string>
  languages: string[]
  fees: Fees | null
  prizes: Prize[]
  calcutta: Calcutta | null
  seed: string
  notes: [string, string][]
  rules: string
  federation: string
  edition: string
  lengths: Record<string, number[]>
  breaks: BreakTerms | null
  limits: Limits
  rating_list: string
  rating_list_name: string
  seeding: string
  seeds: SeedLine[]
}

export interface Contribute {
  t: 'seed'
  id: string
  match: string
  game: number
  seed: string
}

export interface CorrectResult {
  type: 'CorrectResult'
  at: number
  by: string
  reason?: string
  contest: string
  pairing: string
  winner: string
  score?: [number, number]
  kind?: MatchKind
}

export interface CorrespondenceLine {
  match: string
  opponent: string
  score: [number, number]
  own_turn: boolean
  left: number
}

export interface CountTournament {
  type: 'CountTournament'
  tournament: string
  counts?: boolean
}

export interface CubeFigures {
  no_double: number
  double_take: number
  double_pass: number
  action: string
  chances: number[]
  games: number
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

export type Cups = 'lipped' | 'unlipped'

export type CurvePoint = [at: number, rating: number, deviation: number]

export type DeadCube = 'allowed' | 'void' | 'forced_take'

export interface Decision {
  game: number
  version: number
  side: Side
  kind: DecisionKind
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

export type DecisionGroup = 'easy' | 'middling' | 'hard' | 'cube'

export type DecisionKind = 'play' | 'double' | 'take'

export interface DeclareDrawn {
  type: 'DeclareDrawn'
  at: number
  by: string
  reason?: string
  contest: string
  pairing: string
  advances?: string
}

export interface DeferredView {
  of: Side
  change: number
  noted_by: Side[]
}

export interface DelayEntry {
  side: Side
  cause: string
  since: number
  until: number | null
  lasted: number
  drawn: number
  delay: number
  delay_in_all: number
  points: number
}

export interface DelayTable {
  book: string
  length: number
  at: number
  rows: DelayEntry[]
  players: PlayerAccount[]
}

export interface DelayThreshold {
  what: string
  delay: number
  at: number | null
  points: number
}

export interface DemandApproval {
  type: 'DemandApproval'
  at: number
  by: string
  reason?: string
  contest: string
  pairing: string
  entrant: string
  what: Approvable
}

export interface Desk {
  at: number
  playing: DeskMatch[]
  next: DeskMatch[]
  late: [DeskMatch, DeskSide][]
  free: string[]
  free_tables: [string, string][]
  to_post: DeskMatch[]
  forfeits: ForfeitProposal[]
  calls: Call[]
  absent: Absence[]
  overdue: string[]
  late_told: Record<string, number>
  to_confirm: MatchPenalty[]
  due_next: MatchPenalty[]
  pending: [string, string][]
  undrawn: [string, string][]
  notices: TournamentNotice[]
  recess: string
  more: number
  recording_requests: RecordingRequest[]
}

export interface DeskCase {
  id: string
  page: string
}

export interface DeskCaseStep {
  step: 'appeal' | 'cite' | 'close' | 'committee' | 'exhibit' | 'fact' | 'refer' | 'rule' | 'statement' | 'votes'
  key?: string
  value?: string | number | boolean | null
  text?: string
  chosen?: string
  named?: NamedAmount
  say?: string
  penalty?: DeskPenalty | null
  reason?: string
  player?: string
  members?: string[]
  uphold?: number
  change?: Record<string, number>
  what?: string
  title?: string
  reference?: string
  sha256?: string
  parts?: string[]
  part?: string
  director?: string
}

export interface DeskChoices {
  auto_post?: boolean
  screen?: ScreenPart[]
  seconds?: number
}

export interface DeskMatch {
  contest: string
  contest_name: string
  pairing: string
  bracket: string
  round: number
  length: number | null
  revised: boolean
  stage: DeskStage
  table: string
  hall: string
  due: number | null
  since: number | null
  calls: number
  sides: [DeskSide, DeskSide]
  busy: Busy | null
  reported_alike: boolean
  disputed: boolean
  stream: string
  appointed: Appointment[]
  approvals: Approvable[]
  may_ask_approval: boolean
  monitor_suggested: boolean
  equipment: Order[]
  penalties: MatchPenalty[]
  reports: Record<string, Report>
  noted: TableScore | null
  began: [number, number]
  suspended: number | null
  resumes: number | null
  counts: OccurrenceCount[]
}

export interface DeskPenalty {
  side: Side
  step?: PenaltyStep
  points?: number
  later?: boolean
  barred_until?: string
}

export interface DeskSide {
  entrant: string
  name: string
  ready: boolean
  delay: number
  points: number
  next_point_at: number | null
  forfeit_at: number | null
  break_left: number | null
  on_break_since: number | null
  signed_out: boolean
  overrun: number
}

export type DeskStage = 'ready' | 'called' | 'playing' | 'break' | 'suspended' | 'reported'

export interface DeviceInCommon {
  people: NamedAccount[]
  count: number
  last: number
  opponent: boolean
}

export type DiceKind = 'precision' | 'ordinary'

export interface DiceNews {
  t: 'dice'
  match: string
  game: number
  first: number
  events: any[]
  owner?: string
}

export interface DiceStatistics {
  rolls: number
  counts: Record<string, number>
  doubles: number
  doubles_expected: number
  pips: number
  luck: number
  chi_square: number
  p: number
}

export interface DirectedContest {
  settings: ContestSettings
  book: string
  published: number | null
  drawn: boolean
  begun: boolean
  complete: boolean
  finished: number | null
  awarded: boolean
  round_due: number | null
  titles: string[]
  rounds: DirectedRound[]
  entries: Entry[]
  times: [string, number, number][]
  waiting: string[]
  places_left: number | null
  slots: [string, string][]
  posted: PostedMatch[]
  sold: Record<string, CalcuttaSale>
  pools: Record<string, number>
  awards: Award[]
}

export interface DirectedRound {
  bracket: string
  round: number
  length: number | null
  start: number | null
  open: number
}

export interface DirectorPage {
  person: string
  roles: Role[]
  permissions: Permission[]
  view: DirectorView
  live: LiveMatch[]
}

export interface DirectorView {
  version: number
  phase: TournamentPhase
  settings: TournamentSettings
  desk: Desk
  contests: DirectedContest[]
  players: Player[]
  alike: string[][]
  marked: Record<string, string>
  staff: Record<string, Role[]>
  committee: string[]
  tables: Record<string, string[]>
  choices: DeskChoices
  recesses: Recess[]
  penalties: MatchPenalty[]
  rulings: RulingRecord[]
  exclusions: Exclusion[]
  orders: Order[]
  balances: Record<string, number>
  bookings: Booking[]
  closing: ClosingChecklist
  smoking: string[]
  event_order: string[]
  accepted: string[]
  equipment: EquipmentCheck[]
}

export interface DismissStaff {
  type: 'DismissStaff'
  at: number
  by: string
  reason?: string
  person: string
  role: Role
}

export type Division = 'top_skill' | 'other_skill' | 'doubles' | 'other'

export interface Do {
  t: 'do'
  id: string
  match: string
  v: number
  d: OpeningWish | RollWish | PlayWish | ChooseRollWish | DoubleWish | TakeWish | PassWish | BeaverWish | ResignWish | AnswerResignationWish | ClaimWish | AnswerClaimWish | BreakWish | EndBreakWish | NoticeExpiryWish | NameOperatorWish | CallDirectorWish | LeaveWish | TakeBackWish
  at?: number
}

export interface DoubleWish {
  t: 'double'
}

export type DrawFormat = 'single' | 'consolation' | 'double' | 'round_robin' | 'groups'

export interface DrawSheet {
  contest: string
  name: string
  seed: string
  notes: string[]
  brackets: SheetBracket[]
  more: [string, number] | null
}

export interface Duty {
  id: string
  clause: string
  about: string
  reason: string
  exported: boolean
}

export interface Elo {
  type: 'elo'
  k: number
}

export interface EndBreak {
  type: 'EndBreak'
  at: number
  by: string
  reason?: string
  contest: string
  pairing: string
  entrant: string
  received?: number
}

export interface EndBreakWish {
  t: 'end-break'
}

export type EndedBy = 'bearoff' | 'pass' | 'resignation' | 'claim' | 'forfeit' | 'time' | 'award'

export type Ending = 'play_on' | 'playoff'

export interface EndingRule {
  kind: string
  rated: boolean
  why: string
}

export type Enforcement = 'strict' | 'recorded'

export interface EntrantListed {
  player: string
  name: string
  by: MatchedBy
  now?: number | null
  row?: ListRow | null
  rows?: ListRow[]
}

export interface EntrantRating {
  contest: string
  entrant: string
  rating: number
  provisional: boolean
}

export interface Entry {
  id: string
  people: string[]
  name?: string
  club?: string
  rating?: number | null
  status?: EntryStatus
  at?: number
  concerns?: string[]
  moved_from?: string
  reentry?: number
  side_pools?: string[]
  checked_in?: number | null
  reason?: string
  away?: string[]
  seed?: number
}

export type EntryStatus = 'pending' | 'approved' | 'refused' | 'moved' | 'withdrawn'

export interface Equipment {
  board?: [number, number] | null
  cups?: Cups | null
  dice?: DiceKind | null
}

export interface EquipmentCheck {
  at: number
  by: string
  equipment: Equipment
  contest: string
  hall?: string
  table?: string
  player?: string
  unfit?: string[]
  clauses?: string[]
  reason?: string
}

export interface ErrorShare {
  side: Side
  of: string
  counted: number
  error: number
  pr: number
}

export interface Estimate {
  value: number
  low: number
  high: number
  of: number
}

export interface EventLine {
  id: string
  tournament: string
  name: string
  date: string
  division: string
  field: number
  factor: number
  complete: boolean
}

export interface EventListed {
  rating_list: string
  name: string
  entrants: EntrantListed[]
}

export interface EventPlacing {
  tournament: string
  name: string
  date: string
  contest: string
  contest_name: string
  title: string
  of: number
  place?: number
  last?: number
}

export interface ExcludePlayer {
  type: 'ExcludePlayer'
  at: number
  by: string
  reason?: string
  player: string
  aids?: boolean
  case?: string
}

export interface ExcludeSpectator {
  type: 'ExcludeSpectator'
  at: number
  by: string
  reason?: string
  spectator: string
  contest?: string
  pairing?: string
  requested_by?: string
  until?: number | null
}

export interface Exclusion {
  person: string
  at: number
  by: string
  reason?: string
  player?: boolean
  aids?: boolean
  contest?: string
  pairing?: string
  requested_by?: string
  until?: number | null
}

export type Expiry = 'automatic' | 'noticed'

export interface ExportReport {
  type: 'ExportReport'
  at: number
  by: string
  reason?: string
  duty: string
}

export interface FactLine {
  question: RulingQuestion
  text: string
}

export interface FairPlayCase {
  case: string
  page: string
}

export interface FairPlayFigures {
  decisions: number
  groups: GroupFigures[]
  error_rate: Estimate | null
  usual_error_rate: Estimate | null
  change: Estimate | null
  earlier_matches: number
  pace: Estimate | null
  usual_pace: Estimate | null
  peers: PeerFigures | null
}

export interface FairPlayLine {
  account: string
  name: string
  side: Side
  rating: number | null
  error_rate: Estimate | null
  hard: Estimate | null
}

export interface FairPlayListing {
  match: string
  at: number
  kind: string
  players: FairPlayLine[]
}

export interface FairPlayPage {
  report: FairPlayReport
  white: string
  black: string
  tournament: string
}

export interface FairPlayReport {
  match: string
  state: 'done' | 'failed' | 'off' | 'waiting' | 'working'
  at: number
  kind: string
  plies: number
  players: PlayerFairPlay[]
}

export interface Fault {
  t: 'fault'
  sentence: string
  id?: string
  code?: string
}

export interface Fees {
  entry?: number
  registration?: number
  reentry?: number | null
  returned?: number
  side_pools?: SidePool[]
}

export interface Fibs {
  type: 'fibs'
}

export interface FinishContest {
  type: 'FinishContest'
  at: number
  by: string
  reason?: string
  contest: string
}

export type Force = 'must' | 'shall' | 'should' | 'may'

export interface ForfeitProposal {
  contest: string
  pairing: string
  losers: string[]
  why: string
  delay: number
  clauses: string[]
}

export interface Friend {
  account: string
  name: string
  here: boolean
  playing: string
}

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

export type GameStage = 'opening' | 'roll' | 'play' | 'end' | 'answer' | 'resigned' | 'claimed'

export interface GameView {
  number: number
  stage: GameStage
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

export interface GiveApproval {
  type: 'GiveApproval'
  at: number
  by: string
  reason?: string
  contest: string
  pairing: string
  what: Approvable
}

export interface GivePenalty {
  type: 'GivePenalty'
  at: number
  by: string
  reason?: string
  player: string
  points?: number
  step?: string
  contest?: string
  pairing?: string
  clauses?: string[]
  case?: string
}

export interface GivePoints {
  type: 'GivePoints'
  person: string
  points: number
  reason: string
}

export interface GiveRole {
  type: 'GiveRole'
  member: string
  role: ClubRole
}

export interface Glicko {
  type: 'glicko'
  c: number
  period: number
  together: boolean
}

export interface Glicko2 {
  type: 'glicko2'
  tau: number
  period: number
  together: boolean
}

export type Grade = '' | 'error' | 'blunder'

export interface GrantTime {
  type: 'GrantTime'
  at: number
  by: string
  reason?: string
  contest: string
  pairing: string
  entrant: string
  time: number
}

export interface GroupFigures {
  group: DecisionGroup
  agreement: Estimate | null
  usual: Estimate | null
  peers: Estimate | null
  seconds: number | null
  usual_seconds: number | null
}

export interface HearingListing {
  case: string
  contest: string
  pairing: string
  title: string
  waits: boolean
}

export interface Hint {
  action: 'accept' | 'double' | 'pass' | 'play' | 'play_on' | 'roll' | 'take'
  hops?: [number, number][]
}

export interface HoldTournament {
  type: 'HoldTournament'
  tournament: string
  held?: boolean
  members?: string[]
}

export interface IdentifyRow {
  type: 'IdentifyRow'
  account?: string
  club?: string
  club_member?: string
  listed_as?: string
}

export type IllegalMoves = 'must_correct' | 'opponent_chooses' | 'not_covered'

export interface ImportEntrants {
  type: 'ImportEntrants'
  at: number
  by: string
  reason?: string
  contest: string
  entries: Player[][]
}

export interface Incident {
  name: string
  title: string
  words: string[]
  books: string[]
  place: string
  picture: string
  clauses: string[]
}

export interface Inquiry {
  id: string
  version: number
  raised: Raised
  taken_by?: string
  case?: string
  settled?: Settled | null
}

export interface JoinClub {
  type: 'JoinClub'
  name: string
  instead?: string
  claims?: string
}

export interface JoinNames {
  type: 'JoinNames'
  name: string
  same_as: string
  joined?: boolean
}

export interface JoinPersons {
  type: 'JoinPersons'
  person: string
  same_as: string
  joined?: boolean
}

export interface JoinPreview {
  before: SeriesRow[]
  after: SeriesRow
  together: string[]
  moved: number
}

export interface JoinSidePool {
  type: 'JoinSidePool'
  at: number
  by: string
  reason?: string
  contest: string
  entry: string
  pool: string
}

export interface JoinView {
  id: string
  name: string
  place: string
  about: string
  joined: boolean
}

export interface JoinedPair {
  person: string
  same_as: string
  names: [string, string]
  by_name: boolean
}

export interface KeepNight {
  type: 'KeepNight'
  night: NightSettings
}

export interface KeepSeries {
  type: 'KeepSeries'
  series: string
  nights?: boolean
}

export interface KeeperByName {
  type: 'KeeperByName'
  name: string
}

export interface LadderPage {
  system: string
  pool: string
  first: number
  total: number
  rows: LadderRow[]
}

export interface LadderRow {
  place: number
  player: string
  name: string
  rating: Rating
  won?: number
  provisional?: boolean
}

export interface LatePolicy {
  points?: [number, number][]
  forfeit_after_minutes?: number | null
}

export interface LeaveWish {
  t: 'leave'
}

export interface LegalPlay {
  text: string
  hops: [number, number][]
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

export interface LiftPenalty {
  type: 'LiftPenalty'
  at: number
  by: string
  reason?: string
  penalty: string
}

export interface LimitSignOut {
  type: 'LimitSignOut'
  at: number
  by: string
  reason?: string
  player: string
  allowed?: boolean
}

export interface Limits {
  membership?: boolean
  lowest_rating?: number | null
  highest_rating?: number | null
  field?: number | null
}

export interface ListImported {
  listing: ListListing
  bad: BadRow[]
}

export interface ListListing {
  id: string
  name: string
  about: string
  people: number
  imported: number
  source: string
  mine: boolean
}

export interface ListMatch {
  person: ListPerson
  by: MatchedBy
  row?: ListRow | null
  rows?: ListRow[]
}

export interface ListPage {
  listing: ListListing
  keepers: NamedLink[]
  mapping: ColumnMapping | null
  rows: ListedPerson[]
  total: number
}

export interface ListPerson {
  id: string
  name: string
  number?: string
  words?: string[]
}

export interface ListPreview {
  columns: string[]
  mapping: ColumnMapping | null
  rows: ReadRow[]
  bad: BadRow[]
  good_count: number
  bad_count: number
  why: string
}

export interface ListRow {
  name: string
  rating: number
  number?: string
  club?: string
}

export interface ListedPerson {
  key: string
  row: ListRow
  account: NamedLink | null
  namesake: NamedLink | null
}

export interface ListedRating {
  player: string
  rating?: number | null
  member?: string
}

export interface LiveBoard {
  match: string
  white: string
  black: string
  score: [number, number]
  discipline: string
  length: Length
  rated?: boolean
  pool?: string
  accounts?: [string[], string[]]
}

export interface LiveMatch {
  contest: string
  contest_name: string
  pairing: string
  bracket: string
  round: number
  hall: string
  table: string
  home: string
  away: string
  score: [number, number]
  length: number | null
  stage: DeskStage
  due: number | null
  since: number | null
  stream: string
  crawford: boolean
  cube: CubeView | null
  clock: ClockView | null
  appointed: Appointment[]
  shown: boolean
  delay: number
}

export interface LivesRules {
  lives: number
  ending: Ending
  paid: number
}

export interface LogChange {
  version: number
  at: number
  by: string
  what: string
  reason: string
}

export interface MakeDraw {
  type: 'MakeDraw'
  at: number
  by: string
  reason?: string
  contest: string
  seed?: string
}

export interface MarkReady {
  type: 'MarkReady'
  at: number
  by: string
  reason?: string
  contest: string
  pairing: string
  entrant: string
}

export interface MasterRank {
  name: string
  points: number
}

export interface MatchAgreement {
  sheet: AgreementSheet
  names: [string, string]
  entrants: [string, string]
  imposed: Record<string, string>
  rolls: [[number, number], [number, number]][]
  begun: boolean
}

export interface MatchFigures {
  match: string
  at: number
  pr: number
  luck: number
  opponent: string
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

export type MatchKind = 'normal' | 'abandoned' | 'forfeit' | 'drawn' | 'director_marked'

export interface MatchLink {
  link: string
  match: string
  challenge: string
}

export interface MatchPenalty {
  id: string
  player: string
  at: number
  by: string
  points?: number
  step?: string
  contest?: string
  pairing?: string
  entrant?: string
  reason?: string
  clauses?: string[]
  case?: string
  for_delay?: boolean
  confirm?: boolean
  lifted?: string
}

export type MatchPhase = 'before' | 'between' | 'playing' | 'over'

export interface MatchRatings {
  match: string
  rated?: boolean
  counts?: boolean
  kind?: string
  why?: string
  changes?: PlayerChange[]
  pending?: boolean
  board?: string
}

export interface MatchReport {
  version?: number
  engine: string
  source?: string
  discipline: string
  length: number
  plies: number
  width?: string
  roller?: boolean
  players: [Performance, Performance]
  decisions: ReportedDecision[]
  rolls: RollLuck[]
  phases: ErrorShare[]
  kinds: ErrorShare[]
  result: number
  result_without_luck: number
}

export interface MatchResult {
  winner: Side | null
  reason: string
}

export interface MatchView {
  id: string
  version: number
  at: number
  audience: Audience
  format: MatchFormat
  phase: MatchPhase
  white: SideView
  black: SideView
  length: string
  target?: number
  game?: GameView | null
  clock?: ClockView | null
  open?: OpenActions
  records?: GameRecord[]
  stopped_by?: string
  on_break?: Side | null
  break_until?: number
  ended?: MatchResult | null
  settlement?: [number, number] | null
  chat?: string
  manners?: RoomOptions
  rematch?: string
  rematch_by?: Side[]
  aids?: boolean
  muted?: boolean
  officials?: boolean
  wait?: WaitView | null
  limits?: WaitLimits | null
  agreement?: AgreementView | null
  appointed?: Appointee[]
  deferred?: DeferredView[]
  closed_by?: Side[]
  copies_of?: Side[]
  off_air?: boolean
  call_until?: number
}

export type MatchedBy = 'word' | 'number' | 'name' | 'account' | 'likely' | 'nobody'

export interface Me {
  account: string
  name: string
  guest: boolean
  matches: SeatTaken[]
  staff: boolean
}

export interface MemberBallot {
  parts: string[]
  voted: string[]
  ways: [string, string][]
}

export type Method = 'monrad' | 'best' | 'lives'

export type Mode = 'in_person' | 'internet'

export interface MoveUp {
  type: 'MoveUp'
  at: number
  by: string
  reason?: string
  contest: string
  entry: string
  to: string
}

export interface NameCommittee {
  type: 'NameCommittee'
  at: number
  by: string
  reason?: string
  members: string[]
}

export interface NameKeeper {
  type: 'NameKeeper'
  account: string
  keeps?: boolean
}

export interface NameOperatorWish {
  t: 'name-operator'
  operator: string
}

export interface NameOrganiser {
  type: 'NameOrganiser'
  account: string
  organises?: boolean
}

export interface NameStaff {
  type: 'NameStaff'
  at: number
  by: string
  reason?: string
  person: string
  role: Role
  in_place_of?: string
  barred_until?: string
}

export interface NamedAccount {
  account: string
  name: string
  opponent: boolean
}

export interface NamedAmount {
  points?: number
  time?: number
  day?: string
  whole_match?: boolean
  move?: ChosenMove | null
}

export interface NamedLink {
  id: string
  name: string
}

export interface NewChallenge {
  terms?: Terms
}

export interface NewCommand {
  command: Record<string, any>
  id?: string
  expected?: number | null
  own?: number[]
  acting?: '' | 'player' | 'staff'
}

export interface NewDeskCase {
  contest: string
  pairing: string
  kind?: string
  report?: string
}

export interface NewDisplay {
  id: string
  entrants: [string, string]
  shown: TableDisplay
}

export interface NewEntry {
  contest: string
  name: string
  club?: string
  contact?: string
  partner?: string
  accepted?: boolean
}

export interface NewFairPlayCase {
  side: Side
  report?: string
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

export interface NewNight {
  members?: string[]
  newcomers?: string[]
  night?: NightSettings | null
}

export interface NewRuling {
  kind: string
  preset: string
  facts?: Record<string, string | number | boolean>
  white?: string
  black?: string
  language?: string
}

export interface NewSighting {
  contest: string
  pairing: string
  subject: SightSubject
  about: string
  name?: string
  stream?: boolean
}

export interface NewTournament {
  name: string
  date: string
  director?: string
  id?: string
  place?: string
  currency?: string
  rules_at?: string
  languages?: string[]
  zone?: string
}

export interface NightBegun {
  tournament: string
  link: string
}

export interface NightSettings {
  name?: string
  preset?: string
  form?: string
  points?: number
  rounds?: number
}

export interface NoteOccurrence {
  type: 'NoteOccurrence'
  at: number
  by: string
  reason?: string
  contest: string
  pairing: string
  entrant: string
  what: Occurrence
}

export interface NoteScore {
  type: 'NoteScore'
  at: number
  by: string
  reason?: string
  contest: string
  pairing: string
  score: [number, number]
  winner?: string
  on_time?: boolean
  device?: string
}

export interface NoticeExpiryWish {
  t: 'notice-expiry'
}

export interface NoticeMessage {
  t: 'notice'
  kind: string
  text: string
  link?: string
}

export type Occurrence = 'dice_changed' | 'equipment_changed' | 'illegal_play' | 'slow_play'

export interface OccurrenceCount {
  entrant: string
  what: string
  times: number
  last: number
  first?: string
  reminds?: string
}

export interface OpenActions {
  opening?: boolean
  roll?: boolean
  play?: boolean
  choose_roll?: boolean
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

export interface OpenClub {
  type: 'OpenClub'
  name: string
  owner: string
  place?: string
  about?: string
}

export interface OpenLink {
  t: 'link'
  id: string
  match: string
  game: number
  k: number
  chain: string
  link: string
  digest?: string
}

export interface OpenMatch {
  contest: string
  contest_name: string
  pairing: string
  bracket: string
  round: number
  length: number | null
  home: string
  away: string
  hall: string
  table: string
  stage: DeskStage
  due: number | null
  since: number | null
  reasons: string[]
  entrants: [string, string]
}

export interface OpenSeries {
  type: 'OpenSeries'
  name: string
  scheme: PointsScheme
  club?: string
}

export interface OpenTournament {
  type: 'OpenTournament'
  at: number
  by: string
  reason?: string
  settings: TournamentSettings
  barred_until?: string
}

export interface OpeningWish {
  t: 'opening'
}

export interface OptionLatitude {
  option: string
  may: string
  clauses: string[]
  only: string[]
  choices: string[]
  kind: string
}

export interface Options {
  length?: number | null
  best_of?: number | null
  limit_minutes?: number | null
  game_in_progress?: GameInProgress | null
  tie?: TiePolicy | null
  money?: boolean | null
  discipline?: string | null
  start?: Record<string, number> | null
  doubles?: boolean | null
  blitz?: boolean | null
  division?: Division | null
  gammons?: boolean | null
  cube?: boolean | null
  crawford?: boolean | null
  jacoby?: boolean | null
  beavers?: boolean | null
  raccoons?: boolean | null
  automatic_doubles?: number | null
  largest_cube?: number | null
  dead_cube?: DeadCube | null
  clock?: ClockUse | null
  clock_method?: ClockMethod | null
  reserve_per_point?: number | null
  reserve_total?: number | null
  reserve_extra?: number | null
  delay?: number | null
  trust_minute?: boolean | null
  literal_midway?: boolean | null
  extra_time?: number | null
  breaks?: boolean | null
  break_count?: number | null
  break_minutes?: number | null
  illegal_moves?: IllegalMoves | null
  resignation?: Resignation | null
  leave_any_time?: boolean | null
  hints?: boolean | null
  pip_count?: boolean | null
  rated?: boolean | null
  late_policy?: LatePolicy | null
  baffle_box?: PreferenceMethod | null
  dice_changes?: boolean | null
  languages?: string[] | null
  committee_size?: number | null
}

export interface Order {
  topic: string
  choice: string
  contest?: string
  round?: number
  pairing?: string
  player?: string
  at?: number
  scores?: Record<string, [number, number] | null>
}

export interface OrderContests {
  type: 'OrderContests'
  at: number
  by: string
  reason?: string
  contests: string[]
}

export interface OrderEquipment {
  type: 'OrderEquipment'
  at: number
  by: string
  reason?: string
  topic: string
  choice: string
  contest?: string
  round?: number
  pairing?: string
  player?: string
}

export interface OrderWaiting {
  type: 'OrderWaiting'
  at: number
  by: string
  reason?: string
  contest: string
  entries: string[]
}

export interface OrganiserByName {
  type: 'OrganiserByName'
  name: string
}

export interface OtherOpinion {
  program: string
  best: string
  error?: number | null
  plays?: OtherPlay[]
  no_double?: number | null
  double_take?: number | null
}

export interface OtherPlay {
  text: string
  equity: number
  chances?: number[]
  played?: boolean
}

export interface OthersNotes {
  name: string
  notes: ReviewNote[]
}

export interface OverrulePairing {
  type: 'OverrulePairing'
  at: number
  by: string
  reason?: string
  contest: string
  one: string
  other: string
}

export interface OwnEntry {
  contest: string
  name: string
  entry: string
  status: EntryStatus
  checked_in: boolean
}

export interface OwnMatch {
  match: DeskMatch
  me: DeskSide
  opponent: DeskSide
  actions: PlayerAction[]
  start_score: [number, number]
  reported: [string, [number, number]] | null
  claimed: [string, [number, number]] | null
  broadcast: Broadcast | null
  recording: RecordingRequest[]
  may_restrict: boolean
}

export interface PairRound {
  type: 'PairRound'
  at: number
  by: string
  reason?: string
  contest: string
}

export type PairingStatus = 'waiting' | 'ready' | 'played' | 'bye' | 'walkover' | 'vacant' | 'not_needed'

export interface Participant {
  player: string
  name: string
  matches: OwnMatch[]
  entries: OwnEntry[]
  penalties: MatchPenalty[]
  owes: number
  signed_out: boolean
  notices: TournamentNotice[]
  check_in_by: number | null
  may_sign_out: boolean
  accepted: boolean
}

export interface PassWish {
  t: 'pass'
}

export interface PasskeyRequest {
  ceremony: string
  options: Record<string, any>
}

export interface PasskeySeen {
  id: string
  name: string
  created: number
}

export type PauseReason = 'between_games' | 'break' | 'die_off_board' | 'dispute' | 'dice_taken' | 'fast_grab' | 'illegal_move' | 'resign_or_claim' | 'dice_replaced' | 'disconnect' | 'outage' | 'ruling'

export interface PayOut {
  type: 'PayOut'
  at: number
  by: string
  reason?: string
  player: string
  amount?: number | null
}

export interface PeerFigures {
  people: number
  matches: number
  error_rate: Estimate
  low: number
  high: number
}

export type PenaltyStep = 'none' | 'reminder' | 'warning' | 'time' | 'points' | 'game' | 'match' | 'expulsion'

export interface PeoplePresent {
  people: PersonHere[]
  total: number
}

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

export type Permission = 'set_up' | 'admit' | 'decide_entry' | 'draw' | 'run' | 'suspend' | 'post' | 'rule' | 'money' | 'announce' | 'close'

export interface PersonHere {
  account: string
  name: string
}

export interface PersonLink {
  person: string
  name: string
  link: string
  kind: 'committee' | 'player' | 'staff'
  roles: string[]
}

export type Phase = 'opening' | 'contact' | 'race' | 'bearoff'

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

export interface Place {
  entrant: string
  place: number
  last: number
}

export interface PlacePoints {
  title: string
  place: number
  last: number
  factor: number
  points: number
}

export interface Plan {
  format: DrawFormat
  seed: string
  seeding?: Seeding
  seeds?: number | null
  apart?: boolean
  consolation?: string
  last_chance?: string
  reset?: boolean
  rounds?: number | null
  groups?: number
  qualifiers?: number
  tie_breaks?: TieBreak[]
}

export interface PlayChoices {
  side: Side
  rolls: [number, number][]
  dice: [number, number] | null
  plays: LegalPlay[]
}

export interface PlayWish {
  t: 'play'
  hops: [number, number][]
}

export interface Player {
  id: string
  name?: string
  club?: string
  rating?: number | null
  member?: string
  member_until?: string
  barred_until?: string
  contact?: string
  listed?: Record<string, number>
}

export interface PlayerAccount {
  side: Side
  name: string
  delay: number
  points: number
  forfeited: boolean
  away: boolean
  breaks_used: number
  breaks_left: number | null
  break_time_left: number | null
  thresholds: DelayThreshold[]
}

export type PlayerAction = 'mark_ready' | 'call_break' | 'end_break' | 'report' | 'confirm' | 'call_director'

export interface PlayerCareer {
  figures: MatchFigures[]
  placings: EventPlacing[]
}

export interface PlayerChange {
  system: string
  pool: string
  player: string
  name: string
  before: number
  after: number
  deviation?: number | null
  provisional?: boolean
  arithmetic?: string[]
}

export interface PlayerFairPlay {
  account: string
  name: string
  side: Side
  rating: number | null
  figures: FairPlayFigures
  devices: DeviceInCommon[]
}

export interface PlayerPage {
  account: string
  name: string
  since: number
  guest?: boolean
  official?: boolean
  blocked?: boolean
  matches?: PublicMatch[]
}

export interface PlayerRatings {
  account: string
  name: string
  system: string
  systems: string[]
  pools: PoolCurve[]
  disciplines: RecordLine[]
  lengths: RecordLine[]
  opponents: RecordLine[]
  changes: RatedChange[]
  total: number
}

export interface PointsScheme {
  by_place?: number[]
  per_field?: boolean
  factors?: Record<string, number>
  per_entry?: number
  per_win?: number
  per_point?: number
  best?: number
  ladder?: Climb
  ranks?: MasterRank[]
  tie_breaks?: SeriesTieBreak[]
}

export interface Pong {
  t: 'pong'
  sent: number
  now: number
}

export interface PoolCurve {
  pool: string
  rating: number
  deviation: number | null
  matches: number
  won: number
  provisional: boolean
  points: CurvePoint[]
}

export interface PositionView {
  literal: string
  discipline: string
  points: number[]
  off: [number, number]
  rotated: boolean
  xgid: string
  problems: string[]
}

export interface PostLength {
  type: 'PostLength'
  at: number
  by: string
  reason?: string
  contest: string
  length: number
  bracket?: string
  round?: number
  pairing?: string
}

export interface PostResult {
  type: 'PostResult'
  at: number
  by: string
  reason?: string
  contest: string
  pairing: string
  winner?: string
  score?: [number, number]
  completed?: number | null
  kind?: MatchKind
}

export interface PostStart {
  type: 'PostStart'
  at: number
  by: string
  reason?: string
  contest: string
  pairing: string
  start: number
  past?: boolean
}

export interface PostedMatch {
  pairing: string
  bracket: string
  round: number
  players: [string, string]
  winner: string
  score: [number, number]
  kind: MatchKind
  length: number | null
  at: number | null
}

export interface PostedResult {
  contest: string
  contest_name: string
  pairing: string
  bracket: string
  round: number
  length: number | null
  home: string
  away: string
  home_name: string
  away_name: string
  winner: string
  score: [number, number]
  forfeited: boolean
  drawn: boolean
  both_lost: boolean
  at: number
  board: string
}

export interface Precedent {
  id: string
  at: number
  book: string
  title: string
  principle: string
  clauses: string[]
}

export type PreferenceMethod = 'required' | 'preferred' | 'by_roll' | 'if_agreed' | 'per_player' | 'imposed'

export interface Presence {
  t: 'presence'
  match: string
  side: string
  here: boolean
  away_left?: number | null
}

export interface PresetSummary {
  name: string
  book: string
  about: string
  discipline: string
  length: string
  points: number
  clock: string
  team: number
  money: boolean
}

export interface Prize {
  place: number
  last?: number
  title?: string
  share?: number
  amount?: number
}

export interface Problem {
  status_code: number
  detail: string
  code: string
  clauses: string[]
}

export interface Programme {
  name: string
  date: string
  place: string
  events: [string, string, number | null][]
  rounds: [string, string, number, number][]
  recesses: Recess[]
  committee: string[]
  languages: string[]
  rules_at: string
  order: [string, string][]
}

export interface ProposalView {
  by: Side
  terms: Record<string, string>
  reserved?: string[]
}

export interface PublicMatch {
  match: string
  opponent: string
  discipline: string
  length: Length
  at: number
  points?: [number, number]
  over?: boolean
  won?: boolean | null
}

export interface PublishContest {
  type: 'PublishContest'
  at: number
  by: string
  reason?: string
  contest: string
}

export interface PublishEnd {
  t: 'chain'
  id: string
  match: string
  game: number
  chain: string
  end: string
  links: number
}

export interface QuickRequest {
  terms?: Terms
  challenge?: string
}

export interface Raised {
  type: 'Raised'
  at: number
  by: string
  kind: 'bar' | 'block' | 'call' | 'mute' | 'report' | 'stop'
  match: string
  account: string
  side?: Side | null
  about?: string
  target?: string
  target_name?: string
}

export interface RatedChange {
  match: string
  at: number
  pool: string
  opponent: string
  length: number
  won: boolean
  before: number
  after: number
}

export interface Rating {
  rating: number
  deviation?: number | null
  volatility?: number | null
  experience?: number
  matches?: number
  last?: number | null
}

export interface RatingNow {
  player: string
  pool: string
  rating: number
  provisional: boolean
}

export interface RatingRule {
  systems: Record<string, Fibs | Elo | Glicko | Glicko2>
  endings: EndingRule[]
  clocks: string[]
  blitz_below: number
  least_rolls: number
  provisional_matches: number
  provisional_deviation: number
}

export interface RatingsHere {
  rule: RatingRule
  shown: string
  pools: Record<string, Record<string, number>>
}

export interface ReadRow {
  line: number
  row: ListRow
}

export interface Recess {
  name: string
  start: number
  end: number
}

export interface ReconsiderEntry {
  type: 'ReconsiderEntry'
  at: number
  by: string
  reason?: string
  contest: string
  entry: string
}

export interface RecordAbsence {
  type: 'RecordAbsence'
  at: number
  by: string
  reason?: string
  contest: string
  pairing: string
  entrant: string
}

export interface RecordAppeal {
  type: 'RecordAppeal'
  at: number
  by: string
  reason?: string
  case: string
  outcome: string
  changed?: boolean
}

export interface RecordLine {
  about: string
  won: number
  lost: number
  account?: string
}

export interface RecordRuling {
  type: 'RecordRuling'
  at: number
  by: string
  reason?: string
  contest: string
  pairing: string
  case: string
  ruling: string
  clauses?: string[]
  happened?: string
}

export interface RecordStatus {
  version: number
  score: [number, number]
  phase: MatchPhase
  refused: RecordingRefusal[]
  unjudged: string[]
  stands: TableStands
  dice: TableDice | null
  began: [number, number]
}

export interface RecordingRefusal {
  id: string
  code: string
  detail: string
  clauses: string[]
}

export interface RecordingRequest {
  id: string
  contest: string
  pairing: string
  entrant: string
  what: RecordingWish
  at: number
  by: string
  about?: string
  granted?: boolean | null
  answer?: string
  decided_by?: string
}

export type RecordingWish = 'restrict' | 'own_gear' | 'recorder'

export interface Recovered {
  type: 'Recovered'
  at: number
  way: string
}

export interface RecoveryCodes {
  codes: string[]
}

export interface Reentry {
  times?: number
  until_round?: number
}

export interface ReferredCase {
  id: string
  at: number
  book: string
  title: string
  report: string
  ruled: string
  by: string
}

export interface RefuseEntry {
  type: 'RefuseEntry'
  at: number
  by: string
  reason?: string
  contest: string
  entry: string
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

export interface RefusedStep {
  step: number
  detail: string
  clauses: string[]
}

export interface Register {
  type: 'Register'
  at: number
  by: string
  reason?: string
  contest: string
  players: Player[]
  side_pools?: string[]
  again?: boolean
  accepted?: boolean
}

export interface ReinstateEntry {
  type: 'ReinstateEntry'
  at: number
  by: string
  reason?: string
  contest: string
  entry: string
  title?: string
}

export interface Remark {
  kind: RemarkKind
  played: number
  best: number
}

export type RemarkKind = 'shots' | 'blots' | 'hits' | 'points' | 'wins' | 'gammons' | 'gammons_lost' | 'contact_broken' | 'contact_kept' | 'off' | 'timing' | 'window' | 'take_point' | 'cube_gammons' | 'race'

export interface RemoveMember {
  type: 'RemoveMember'
  member: string
}

export interface RenewClubLink {
  type: 'RenewClubLink'
}

export interface ReopenTournament {
  type: 'ReopenTournament'
  at: number
  by: string
  reason?: string
  contest?: string
}

export interface Report {
  winner: string
  score: [number, number]
  at: number
  completed: number
}

export interface ReportResult {
  type: 'ReportResult'
  at: number
  by: string
  reason?: string
  contest: string
  pairing: string
  entrant: string
  winner: string
  score?: [number, number]
  completed?: number | null
}

export interface ReportSighting {
  type: 'ReportSighting'
  at: number
  by: string
  reason?: string
  contest: string
  pairing: string
  subject: SightSubject
  about: string
  witness?: string
  stream?: boolean
}

export interface ReportedDecision {
  game: number
  move: number
  version: number
  side: Side
  name: string
  kind: DecisionKind
  phase: Phase
  xgid?: string
  position: string
  score: [number, number]
  crawford?: boolean
  cube: number
  cube_owner?: string
  roll?: [number, number] | null
  chosen: string
  best: string
  plays?: ReportedPlay[]
  figures?: CubeFigures | null
  error: number
  mwc_error?: number
  counted: boolean
  grade: Grade
  luck?: number | null
  win?: number | null
  seconds?: number | null
  remarks?: Remark[]
  other?: OtherOpinion | null
}

export interface ReportedPlay {
  text: string
  hops: [number, number][]
  equity: number
  cost: number
  chances: number[]
  level: number
  games?: number
  deviation?: number
  played?: boolean
}

export interface Reservation {
  code: string
  game?: number
  roll?: number
  who?: string
  last?: number
}

export interface Reset {
  name: string
  code: string
  until: number
}

export interface ResetAllowed {
  type: 'ResetAllowed'
  at: number
  reason: string
  by?: string
}

export interface ResignWish {
  t: 'resign'
  level: number
}

export type Resignation = 'no_contact' | 'certain_level' | 'certain_only' | 'any_time' | 'never'

export interface ResumeMatch {
  type: 'ResumeMatch'
  at: number
  by: string
  reason?: string
  contest: string
  pairing: string
}

export interface RetainRest {
  type: 'RetainRest'
  at: number
  by: string
  reason?: string
  contest: string
}

export interface Revealed {
  t: 'revealed'
  match: string
  game: number
  seed: string
}

export interface ReverseBooking {
  type: 'ReverseBooking'
  at: number
  by: string
  reason?: string
  booking: number
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
  own: Side | null
}

export interface ReviewNote {
  version: number
  star?: boolean
  text?: string
}

export interface ReviewNotes {
  own: WrittenNotes
  others?: OthersNotes[]
}

export type Role = 'director' | 'arbiter' | 'staff' | 'monitor' | 'observer' | 'deputy_chief_arbiter' | 'technical_specialist' | 'translator'

export interface RoleAccount {
  name: string
  reason?: string
}

export interface RoleHolder {
  person: string
  roles: Role[]
  accounts: string[]
  recovered: RoleRecovery[]
}

export interface RoleRecovery {
  at: number
  official: string
  account: string
  reason: string
}

export interface RollForWishes {
  type: 'RollForWishes'
  at: number
  by: string
  reason?: string
  contest: string
  pairing: string
  rolled?: [[number, number], [number, number]] | null
}

export interface RollLuck {
  game: number
  version: number
  side: Side
  roll: [number, number]
  luck: number
  stake: number
}

export interface RollWish {
  t: 'roll'
  link?: string
}

export interface RolledOut {
  name: string
  hops?: [number, number][]
  games: number
  equity: number
  deviation: number
  chances: number[]
}

export interface RoomOptions {
  delay?: number
  chat?: 'free' | 'off' | 'phrases'
  event?: string
  contest?: string
  pairing?: string
  clock?: ClockRules | null
  untimed?: ClockRules | null
  asked?: boolean
  live?: boolean
  fixed?: string[]
}

export interface Roster {
  contest: string
  csv: string
}

export interface RulingQuestion {
  key: string
  text: string
  type: string
  hint: string
  choices?: string[]
  least?: number
  most?: number | null
  silent?: string[]
  sentences?: string[]
}

export interface RulingRecord {
  case: string
  contest: string
  pairing: string
  players: [string, string]
  at: number
  by: string
  ruling: string
  happened?: string
  reason?: string
  clauses?: string[]
  appeal?: string
  changed?: boolean
}

export interface RulingView {
  answer: 'discretion' | 'question' | 'ruling'
  book: string
  lines?: [string, string][]
  clauses?: string[]
  question?: RulingQuestion | null
  wrong?: string
  covered?: boolean
  facts?: FactLine[]
  assumed?: RulingQuestion[]
  spoken?: [string, string][]
}

export interface Say {
  t: 'say'
  id: string
  match: string
  text: string
  team?: boolean
}

export interface ScheduleRecess {
  type: 'ScheduleRecess'
  at: number
  by: string
  reason?: string
  name: string
  start: number
  end: number
}

export interface ScheduleRound {
  type: 'ScheduleRound'
  at: number
  by: string
  reason?: string
  contest: string
  start: number
  bracket?: string
  round?: number
  past?: boolean
}

export interface ScoreCube {
  away: [number, number]
  action: string
  doubles: boolean
  takes: boolean
  figures: CubeFigures
}

export type ScreenPart = 'calls' | 'playing' | 'standings' | 'draw'

export interface Sealed {
  t: 'sealed'
  match: string
  game: number
  commitment: string
}

export type SearchWidth = 'small' | 'normal' | 'large' | 'huge'

export interface Seat {
  name: string
  account?: string
  bot?: string
  guest?: boolean
}

export interface SeatTaken {
  match: string
  title: string
  length: string
  at: number
  over: boolean
  serious: boolean
}

export interface Security {
  sessions: SessionSeen[]
  passkeys: PasskeySeen[]
  password: boolean
  codes: number
  fresh: boolean
  history: (CodesMade | ResetAllowed | Recovered)[]
}

export interface SeedEntry {
  type: 'SeedEntry'
  at: number
  by: string
  reason?: string
  contest: string
  entry: string
  rank?: number
}

export interface SeedLine {
  seed: number
  entrant: string
  name: string
  by_hand: boolean
}

export type Seeding = 'lot' | 'rating'

export interface SellEntry {
  type: 'SellEntry'
  at: number
  by: string
  reason?: string
  contest: string
  entry: string
  buyer: string
  price: number
}

export interface SeriesHere {
  series: SeriesListing[]
  schemes: Record<string, PointsScheme>
}

export interface SeriesListing {
  id: string
  name: string
  club: string
  tournaments: number
  closed: boolean
  awaited: string[]
}

export interface SeriesPage {
  table: SeriesTable
  organises: boolean
  organisers: NamedLink[]
  club: string
}

export interface SeriesResult {
  event: string
  points: number
  counts?: boolean
  field?: number
  places?: PlacePoints[]
  won?: number
  lost?: number
  by_entry?: number
  by_matches?: number
  by_hand?: number
  reason?: string
}

export interface SeriesRow {
  person: string
  name: string
  place: number
  last: number
  points: number
  events: number
  won: number
  lost: number
  results?: SeriesResult[]
  values?: [SeriesTieBreak, number | null][]
  explained?: string[]
  account?: string
  rank?: string
}

export interface SeriesTable {
  id: string
  version: number
  name: string
  club: string
  scheme: PointsScheme
  closed: boolean
  events: EventLine[]
  rows: SeriesRow[]
  offered: string[]
  accepted: string[]
  joined: JoinedPair[]
}

export type SeriesTieBreak = 'best_result' | 'events_won' | 'head_to_head' | 'matches_won' | 'all_results' | 'fewest_events'

export interface SessionSeen {
  id: string
  browser: string
  system: string
  created: number
  used: number
  current: boolean
}

export interface SetDesk {
  type: 'SetDesk'
  at: number
  by: string
  reason?: string
  choices: DeskChoices
}

export interface SetTables {
  type: 'SetTables'
  at: number
  by: string
  reason?: string
  tables: string[]
  hall?: string
  smoking?: boolean
}

export interface Settled {
  type: 'Settled'
  at: number
  by: string
  answer?: string
  granted?: boolean
}

export interface SharedFile {
  id: string
}

export interface SheetBracket {
  name: string
  rounds: SheetRound[]
}

export interface SheetLine {
  pairing: string
  home: string
  away: string
  status: PairingStatus
  winner?: string
  score?: [number, number] | null
  forfeited?: boolean
  length?: number | null
  table?: string
  due?: number | null
  stream?: string
  reasons?: string[]
  hall?: string
}

export interface SheetRound {
  number: number
  length: number | null
  revised_from?: number
  start?: number | null
  lines?: SheetLine[]
}

export type Side = 'white' | 'black'

export interface SidePool {
  name: string
  price: number
  prizes?: Prize[]
}

export interface SideView {
  names: string[]
  operator?: string
  score?: number
  sets?: number
  pips?: number | null
  breaks?: number
  breaks_left?: number | null
  break_left?: number | null
  overran?: number
  warned?: boolean
  here?: boolean
  away_left?: number | null
  account?: string
}

export interface SightLine {
  sighting: Sighting
  match: string
  names: [string, string]
  standing: SightStanding
}

export interface SightReceipt {
  admissible: boolean
  clauses: string[]
}

export interface SightStanding {
  admissible: boolean
  clauses: string[]
  must_act: boolean
}

export type SightSubject = 'cheating' | 'outside_help' | 'crawford_double' | 'score' | 'setup' | 'clock' | 'illegal_play' | 'dispute' | 'conduct' | 'other'

export interface Sighting {
  id: string
  contest: string
  pairing: string
  at: number
  by: string
  subject: SightSubject
  about: string
  witness?: string
  stream?: boolean
  answered?: number | null
  answer?: string
  answered_by?: string
}

export interface SignIn {
  type: 'SignIn'
  at: number
  by: string
  reason?: string
  player: string
}

export interface SignOut {
  type: 'SignOut'
  at: number
  by: string
  reason?: string
  player: string
  contact?: string
}

export interface Spectator {
  account: string
  name: string
}

export interface StaleCommand {
  version: number
  changes: LogChange[]
  status_code: number
  code: string
  detail: string
}

export interface StandingsRow {
  entrant: string
  place: number
  last: number
  score: number
  won: number
  lost: number
  drawn: number
  values: [TieBreak, number | null][]
  explained: string[]
}

export interface State {
  t: 'state'
  topic: string
  version: number
  view?: MatchView | null
  data?: any
}

export interface StateWishes {
  type: 'StateWishes'
  at: number
  by: string
  reason?: string
  contest: string
  pairing: string
  entrant: string
  wishes: Record<string, string>
}

export interface StudiedRoll {
  roll: [number, number]
  text: string
  hops: [number, number][]
  equity: number
}

export interface StudyAnswer {
  chances?: number[]
  equity?: number | null
  cube?: StudyCube | null
  plays?: ReportedPlay[]
  rolls?: StudiedRoll[]
  scores?: ScoreCube[]
  rollout?: RolledOut[]
  action?: string
}

export interface StudyAround {
  roll?: [number, number] | null
  cube?: number
  cube_owner?: '' | 'them' | 'us'
  score?: [number, number]
  length?: number
  crawford?: boolean
  jacoby?: boolean
  beavers?: boolean
}

export interface StudyCube {
  figures: CubeFigures
  opens: number
  take_point_dead: number
  take_point_live: number
  gammon_value: number
  market_losers?: number | null
}

export interface StudyPosition {
  literal: string
  discipline: string
  rotated?: boolean
  points: number[]
  off: [number, number]
  roll?: [number, number] | null
  cube?: number
  cube_owner?: string
  score?: [number, number]
  length?: number
  crawford?: boolean
  jacoby?: boolean
  beavers?: boolean
  pips: [number, number]
  effective_pips?: [number | null, number | null]
  xgid?: string
  gnubg_id?: string
  ogid?: string
  problems?: string[]
  tree?: Branch[][]
}

export interface StudyQuestion {
  position: string
  around?: StudyAround | null
  wish?: StudyWish
  plies?: number
  width?: SearchWidth
  roller?: boolean
  length?: number
  plays?: [number, number][][]
  games?: number
  truncate?: number
  seed?: number
}

export type StudyWish = 'look' | 'rolls' | 'scores' | 'rollout'

export interface Subject {
  id: string
  name: string
  words: string[]
}

export interface SubstitutePlayer {
  type: 'SubstitutePlayer'
  at: number
  by: string
  reason?: string
  contest: string
  entry: string
  out: string
  player: Player
}

export interface SuspendMatch {
  type: 'SuspendMatch'
  at: number
  by: string
  reason?: string
  contest: string
  pairing: string
  until?: number | null
}

export interface SwissPlan {
  seed: string
  method?: Method
  rounds?: number
  lives?: LivesRules
  tie_breaks?: TieBreak[]
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
  links: number
  opened: number
  link: string
  events: (Record<string, any>)[]
}

export interface TableDisplay {
  type: 'TableShown'
  at: number
  begun: number
  score: [number, number]
  began?: [number, number] | null
  sets?: [number, number]
  winner?: Side | null
  crawford?: boolean
  cube?: CubeView | null
  clock?: ClockView | null
  on_time?: boolean
}

export interface TableGame {
  men: [number[], number[]]
  stage: GameStage
  turn: Side
  dice: [number, number] | null
  cube: number
  owner: Side | null
  crawford: boolean
  offer: TableOffer | null
  rolled: boolean
  early: boolean
  any_roll: boolean
}

export interface TableOffer {
  by: Side
  value: number
  beaver: boolean
  back: GameStage
}

export interface TableScore {
  score: [number, number]
  at: number
  winner?: string
  on_time?: boolean
  began?: [number, number] | null
}

export interface TableStands {
  version: number
  phase: MatchPhase
  score: [number, number]
  sets: [number, number]
  crawford_done: boolean
  game: TableGame | null
  words: TableWords[]
}

export interface TableView {
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
  began: [number, number]
  recorded: number
  stands: TableStands
  dice: TableDice | null
  over: boolean
  delays: DelayTable | null
  clock_set: number
}

export interface TableWords {
  side: Side
  action: string
  condition: string
}

export interface TakeBackWish {
  t: 'take-back'
}

export interface TakeClubStep {
  step: OpenClub | ChangeClub | JoinClub | AnswerMemberClaim | AddMember | RemoveMember | GiveRole | Club_StateAnnounce | KeepNight | HoldTournament | KeepSeries | RenewClubLink
}

export interface TakeListStep {
  step: IdentifyRow | NameKeeper | KeeperByName
}

export interface TakePayment {
  type: 'TakePayment'
  at: number
  by: string
  reason?: string
  player: string
  amount: number
}

export interface TakeRatings {
  type: 'TakeRatings'
  at: number
  by: string
  reason?: string
  contest: string
  ratings: ListedRating[]
}

export interface TakeSeriesStep {
  step: OpenSeries | ChangeSeries | CountTournament | NameOrganiser | JoinNames | JoinPersons | GivePoints | CloseSeries | OrganiserByName
}

export interface TakeWish {
  t: 'take'
}

export type Task = 'monitor' | 'observer' | 'transcriber' | 'translator' | 'technical_specialist'

export interface TellLateness {
  type: 'TellLateness'
  at: number
  by: string
  reason?: string
  player: string
  expected: number
}

export interface Terms {
  preset?: string
  points?: number | null
  discipline?: string | null
  clock?: ClockWish | null
  rated?: boolean
  stake?: number
  delay?: number
  chat?: 'free' | 'off' | 'phrases'
}

export type TieBreak = 'head_to_head' | 'buchholz' | 'median_buchholz' | 'progressive' | 'sonneborn_berger' | 'point_difference' | 'split'

export type TiePolicy = 'one_more_game' | 'draw'

export type Tier = 'game' | 'match' | 'clock' | 'record' | 'tournament' | 'officiating' | 'conduct'

export interface TitleStandings {
  contest: string
  contest_name: string
  title: string
  places: Place[]
  table: StandingsRow[]
  names: Record<string, string>
}

export interface TournamentAccess {
  id: string
  name: string
  date: string
  place: string
  currency: string
  version: number
  phase: TournamentPhase
  now: number
  contests: ContestSummary[]
  person: string
  roles: Role[]
  permissions: Permission[]
  player: string
  player_name: string
  by_account: boolean
  zone: string
  screen: ScreenPart[]
  screen_seconds: number
}

export interface TournamentListing {
  id: string
  name: string
  date: string
  place: string
  phase: TournamentPhase
}

export interface TournamentNotice {
  at: number
  by: string
  text: string
  contest?: string
}

export type TournamentPhase = 'new' | 'open' | 'closed'

export interface TournamentSettings {
  id: string
  name?: string
  date: string
  place?: string
  halls?: string[]
  currency?: string
  languages?: string[]
  rules_at?: string
  zone?: string
}

export interface TournamentView {
  id: string
  version: number
  phase: TournamentPhase
  programme: Programme
  terms: ContestTerms[]
  notices: TournamentNotice[]
  entries: Record<string, string[]>
  presets: Record<string, string>
}

export interface UnseatedMatch {
  contest: string
  pairing: string
  names: [string, string]
  table: string
  begun: boolean
  hall: string
}

export interface Unwatch {
  t: 'unwatch'
  topic: string
}

export interface Verdict {
  proven: number
  waiting: number
  wrong: string[]
  by_hand: number
  reservations: Reservation[]
  kept: boolean
  covered: number
}

export interface VoidResult {
  type: 'VoidResult'
  at: number
  by: string
  reason?: string
  contest: string
  pairing: string
}

export interface WaitLimits {
  ready: number
  answer: number
  act: number
}

export interface WaitView {
  kind: string
  sides: Side[]
  until: number
}

export interface Watch {
  t: 'watch'
  topic: string
}

export interface WatchedMatch {
  contest: string
  contest_name: string
  pairing: string
  names: [string, string]
  hall: string
  table: string
  stage: DeskStage
  live: boolean
  recorded: boolean
  delay: number
  stopped: boolean
  kept_by: string[]
  gear: string[]
}

export interface WatchingDesk {
  matches: WatchedMatch[]
  requests: AskedRecording[]
  sightings: SightLine[]
  words: BroadcastWord[]
}

export interface Welcome {
  t: 'welcome'
  protocol: number
  account: string
  name: string
  guest: boolean
  now: number
  processes?: number
}

export interface WhoDirects {
  who: 'anybody' | 'registered' | 'staff'
}

export interface WithdrawEntry {
  type: 'WithdrawEntry'
  at: number
  by: string
  reason?: string
  contest: string
  entry: string
  title?: string
  refund?: number | null
}

export interface WrittenNotes {
  notes?: ReviewNote[]
  shared?: boolean
}

export type AnyWish = OpeningWish | RollWish | PlayWish | ChooseRollWish | DoubleWish | TakeWish | PassWish | BeaverWish | ResignWish | AnswerResignationWish | ClaimWish | AnswerClaimWish | BreakWish | EndBreakWish | NoticeExpiryWish | NameOperatorWish | CallDirectorWish | LeaveWish | TakeBackWish

export type AnyClientMessage = Watch | Unwatch | Do | PublishEnd | OpenLink | Contribute | Say | Ping

export type AnyServerMessage = Welcome | State | Changed | Ack | Refused | Conflicted | Fault | Presence | DiceNews | Sealed | Revealed | Chat | NoticeMessage | Pong

export type AnyTournamentCommand = OpenTournament | ChangeTournament | AddContest | ChangeContest | PublishContest | PostLength | ScheduleRound | ScheduleRecess | CancelRoundTime | CancelRecess | NameStaff | DismissStaff | NameCommittee | SetTables | SetDesk | OrderEquipment | OrderContests | ChooseBroadcast | CheckEquipment | AcceptRules | Register | ImportEntrants | ApproveEntry | RefuseEntry | MoveUp | SubstitutePlayer | WithdrawEntry | ReinstateEntry | CheckIn | CancelCheckIn | OrderWaiting | SeedEntry | ReconsiderEntry | ChangePlayer | TakeRatings | MakeDraw | PairRound | OverrulePairing | ChangeTieBreaks | AssignTable | CallMatch | CancelMatchCall | PostStart | MarkReady | BeginMatch | CancelStart | NoteScore | CallBreak | EndBreak | RecordAbsence | GrantTime | SuspendMatch | ResumeMatch | AttachMatch | AppointToMatch | StateWishes | RollForWishes | AgreeTerms | NoteOccurrence | DemandApproval | GiveApproval | SignOut | LimitSignOut | SignIn | TellLateness | CallDirector | AnswerCall | AskAboutRecording | AnswerRecordingRequest | ReportSighting | AnswerSighting | ReportResult | PostResult | CorrectResult | VoidResult | DeclareDrawn | ConfirmForfeit | GivePenalty | ConfirmPenalty | LiftPenalty | RecordRuling | RecordAppeal | ExcludeSpectator | ExcludePlayer | Announce | TakePayment | PayOut | ReverseBooking | JoinSidePool | SellEntry | BuyBackHalf | AddMoney | AwardPrizes | RetainRest | FinishContest | ExportReport | CloseTournament | ReopenTournament
