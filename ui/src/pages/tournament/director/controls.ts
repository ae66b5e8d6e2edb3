// Every command of a tournament and its control: on which page it stands, what it is about, and what it asks for.
//
// about     what the control is shown with; the command gets its ids from there (`subjectFields`)
// fields    what is asked of whoever presses it
// place     `form` is the general form below the thing it is about; anything else is a control of its own, by its name
//
// tests/ui/test_controls.py compares the list with the server's commands, field by field.

export type About =
  | 'tournament' | 'contest' | 'entry' | 'player' | 'match' | 'side' | 'posted' | 'penalty' | 'call' | 'duty' | 'ruling' | 'booking'

export type FieldKind =
  | 'text' | 'number' | 'cents' | 'time' | 'minutes' | 'flag' | 'person' | 'people' | 'player' | 'contest' | 'bracket' | 'tables'
  | 'table' | 'hall' | 'match' | 'case' | 'appeal' | 'member' | 'role' | 'task' | 'step' | 'winner' | 'score' | 'slot' | 'pool' | 'kind' | 'ties' | 'title' | 'approvable' | 'occurrence' | 'own'

export interface Field {
  name: string
  kind: FieldKind
  optional?: boolean
}

export type Tab = 'list' | 'setup' | 'people' | 'desk' | 'results' | 'money' | 'cases' | 'me' | 'broadcast' | 'equipment'

export interface Control {
  tab: Tab
  about: About
  place: string
  needs: string // the permission; '' is the player's own affair
  fields: Field[]
  stages?: string[] // of a match at the desk; none: all
  ask?: boolean // confirmed before it is sent
}

const f = (name: string, kind: FieldKind = 'text', optional = false): Field => ({ name, kind, optional })
const REASON = f('reason', 'text', true)
const WHY = f('reason')
const PAST = f('past', 'own', true) // asked about when the time that was typed is over
const WAITING = ['ready', 'called']
const RUNNING = ['playing', 'break', 'reported']
const form = (tab: Tab, about: About, needs: string, fields: Field[] = [], more: Partial<Control> = {}): Control => ({ tab, about, needs, fields, place: 'form', ...more })
const own = (tab: Tab, about: About, needs: string, place: string, fields: string[] = []): Control => ({ tab, about, needs, place, fields: fields.map((name) => f(name, 'own')) })

export const CONTROLS: Record<string, Control> = {
  // Set-up
  OpenTournament: own('list', 'tournament', '', 'TournamentList', ['settings']),
  ChangeTournament: own('setup', 'tournament', 'set_up', 'TournamentEditor', ['settings', 'reason']),
  AddContest: own('setup', 'tournament', 'set_up', 'EventEditor', ['settings']),
  ChangeContest: own('setup', 'contest', 'set_up', 'EventEditor', ['settings', 'reason']),
  PublishContest: form('setup', 'contest', 'set_up'),
  PostLength: form('setup', 'contest', 'draw', [f('bracket', 'bracket'), f('round', 'number'), f('length', 'number'), REASON]),
  ScheduleRound: form('setup', 'contest', 'set_up', [f('bracket', 'bracket'), f('round', 'number'), f('start', 'time'), REASON, PAST]),
  ScheduleRecess: form('setup', 'tournament', 'set_up', [f('name'), f('start', 'time'), f('end', 'time'), REASON]),
  CancelRoundTime: form('setup', 'contest', 'set_up', [f('bracket', 'own'), f('round', 'own'), WHY]),
  CancelRecess: form('setup', 'tournament', 'set_up', [f('name', 'own'), WHY]),
  NameStaff: form('setup', 'tournament', 'set_up', [f('person', 'person'), f('role', 'role'), f('in_place_of', 'own', true)]),
  DismissStaff: form('setup', 'tournament', 'set_up', [f('person', 'member'), f('role', 'role')], { ask: true }),
  NameCommittee: form('setup', 'tournament', 'set_up', [f('members', 'people')]),
  SetTables: form('setup', 'tournament', 'run', [f('tables', 'tables'), f('hall', 'hall', true), f('smoking', 'flag', true)]),
  SetDesk: own('setup', 'tournament', 'set_up', 'HallScreen', ['choices']),
  OrderEquipment: form('setup', 'contest', 'rule', [f('topic'), f('choice'), f('round', 'number', true), f('player', 'player', true), REASON]),
  OrderContests: own('setup', 'tournament', 'set_up', 'EventOrder', ['contests']),
  ChooseBroadcast: own('broadcast', 'tournament', 'rule', 'Broadcast', ['contest', 'pairing', 'hall', 'table', 'live', 'recorded', 'delay', 'reason']),
  CheckEquipment: own('equipment', 'tournament', 'rule', 'TableEquipment', ['contest', 'table', 'hall', 'player', 'equipment', 'reason']),
  // Entry
  AcceptRules: own('people', 'tournament', 'admit', 'RulesAccepted', ['person']),
  Register: own('people', 'contest', 'admit', 'AddPerson', ['players', 'side_pools', 'again']),
  ImportEntrants: own('people', 'contest', 'admit', 'ImportPeople', ['entries']),
  ApproveEntry: form('people', 'entry', 'decide_entry', [REASON]),
  RefuseEntry: form('people', 'entry', 'decide_entry', [REASON], { ask: true }),
  MoveUp: form('people', 'entry', 'decide_entry', [f('to', 'contest'), REASON]),
  SubstitutePlayer: own('people', 'entry', 'decide_entry', 'Substitute', ['out', 'player', 'reason']),
  WithdrawEntry: form('people', 'entry', 'admit', [f('title', 'title'), f('refund', 'cents', true), REASON], { ask: true }),
  ReinstateEntry: form('people', 'entry', 'decide_entry', [f('title', 'title'), WHY]),
  CheckIn: form('people', 'entry', 'admit'),
  CancelCheckIn: form('people', 'entry', 'admit'),
  OrderWaiting: own('people', 'contest', 'decide_entry', 'WaitingList', ['entries']),
  SeedEntry: form('people', 'entry', 'draw', [f('rank', 'number', true)]),
  ReconsiderEntry: form('people', 'entry', 'decide_entry', [WHY]),
  ChangePlayer: own('people', 'player', 'admit', 'EditPerson', ['player', 'reason']),
  TakeRatings: own('people', 'contest', 'admit', 'TakeRatings', ['ratings']),
  // Draw
  MakeDraw: form('setup', 'contest', 'draw', [f('seed', 'text', true), REASON], { ask: true }),
  PairRound: form('setup', 'contest', 'draw'),
  OverrulePairing: form('setup', 'contest', 'draw', [f('one', 'slot'), f('other', 'slot'), WHY]),
  ChangeTieBreaks: form('setup', 'contest', 'draw', [f('tie_breaks', 'ties'), WHY]),
  // Running
  AssignTable: form('desk', 'match', 'run', [f('table', 'table'), f('hall', 'own', true)]),
  CallMatch: form('desk', 'match', 'run', [], { stages: WAITING }),
  CancelMatchCall: form('desk', 'match', 'run', [], { stages: ['called'] }),
  PostStart: form('desk', 'match', 'run', [f('start', 'time'), REASON, PAST], { stages: WAITING }),
  MarkReady: form('desk', 'side', 'run', [], { stages: [...WAITING, 'suspended'] }),
  BeginMatch: form('desk', 'match', 'run', [], { stages: WAITING }),
  CancelStart: form('desk', 'match', 'run', [WHY], { stages: ['playing'] }),
  NoteScore: form('desk', 'match', 'run', [f('score', 'score'), f('winner', 'winner', true)], { stages: RUNNING }),
  CallBreak: form('desk', 'side', 'run', [f('breaks', 'number', true), f('estimate', 'minutes', true), f('in_game', 'flag', true), REASON], { stages: RUNNING }),
  EndBreak: form('desk', 'side', 'run', [], { stages: ['break', 'reported'] }),
  RecordAbsence: form('desk', 'side', 'run', [], { stages: RUNNING }),
  GrantTime: form('desk', 'side', 'rule', [f('time', 'minutes'), WHY], { stages: RUNNING }),
  SuspendMatch: form('desk', 'match', 'suspend', [f('until', 'time', true), REASON], { stages: RUNNING }),
  ResumeMatch: form('desk', 'match', 'run', [], { stages: ['suspended'] }),
  AttachMatch: own('desk', 'match', 'run', 'MatchPanel', ['stream', 'reason']),
  AppointToMatch: form('desk', 'match', 'rule', [f('person', 'person'), f('task', 'task'), f('fee', 'cents', true)]),
  StateWishes: own('desk', 'side', 'run', 'AgreementPanel', ['wishes']),
  RollForWishes: own('desk', 'match', 'run', 'AgreementPanel', ['rolled']),
  AgreeTerms: own('desk', 'match', 'run', 'AgreementPanel', ['terms']),
  NoteOccurrence: form('desk', 'side', 'run', [f('what', 'occurrence'), REASON], { stages: RUNNING }),
  DemandApproval: form('desk', 'side', 'run', [f('what', 'approvable')], { stages: WAITING }),
  GiveApproval: form('desk', 'match', 'rule', [f('what', 'approvable')], { stages: WAITING }),
  SignOut: form('people', 'player', 'run', [f('contact')]),
  LimitSignOut: form('people', 'player', 'rule', [f('allowed', 'flag', true), REASON]),
  SignIn: form('people', 'player', 'run'),
  TellLateness: form('people', 'player', 'run', [f('expected', 'time')]),
  CallDirector: form('desk', 'match', 'suspend', [f('about', 'text', true)]),
  AnswerCall: form('desk', 'call', 'run', [f('answer')]),
  AskAboutRecording: own('me', 'side', 'run', 'RecordingPanel', ['what', 'about']),
  AnswerRecordingRequest: own('broadcast', 'tournament', 'rule', 'Broadcast', ['request', 'granted', 'reason']),
  ReportSighting: own('desk', 'match', 'run', 'Report', ['subject', 'about', 'stream', 'witness']),
  AnswerSighting: own('broadcast', 'tournament', 'rule', 'Broadcast', ['sighting', 'answer']),
  // Results
  ReportResult: form('desk', 'side', 'post', [f('winner', 'winner'), f('score', 'score')]),
  PostResult: own('desk', 'match', 'post', 'ResultLine', ['winner', 'score', 'kind', 'reason']),
  CorrectResult: own('results', 'posted', 'rule', 'Results', ['winner', 'score', 'reason']),
  VoidResult: own('results', 'posted', 'rule', 'Results', ['reason']),
  DeclareDrawn: form('desk', 'match', 'rule', [f('advances', 'winner', true), WHY]),
  ConfirmForfeit: form('desk', 'match', 'rule', [f('loser', 'winner', true), REASON], { ask: true }),
  // Penalties and rulings
  GivePenalty: form('people', 'player', 'rule', [f('step', 'step'), f('points', 'number', true), f('pairing', 'match', true), f('contest', 'own', true), WHY]),
  ConfirmPenalty: form('desk', 'penalty', 'rule'),
  LiftPenalty: form('desk', 'penalty', 'rule', [WHY]),
  RecordRuling: form('desk', 'match', 'rule', [f('case', 'case', true), f('happened', 'text', true), f('ruling'), WHY]),
  RecordAppeal: form('results', 'ruling', 'rule', [f('outcome', 'appeal'), f('changed', 'own', true), REASON]),
  ExcludeSpectator: form('desk', 'tournament', 'rule', [f('spectator'), f('pairing', 'match', true), f('contest', 'own', true), f('until', 'time', true), WHY]),
  ExcludePlayer: form('people', 'player', 'close', [f('aids', 'flag', true), WHY], { ask: true }),
  Announce: form('desk', 'tournament', 'announce', [f('text'), f('contest', 'contest', true)]),
  // Money
  TakePayment: form('money', 'player', 'money', [f('amount', 'cents')]),
  PayOut: form('money', 'player', 'money', [f('amount', 'cents', true)]),
  ReverseBooking: form('money', 'booking', 'money', [WHY]),
  JoinSidePool: form('people', 'entry', 'money', [f('pool', 'pool')]),
  SellEntry: form('money', 'entry', 'money', [f('buyer', 'person'), f('price', 'cents')]),
  BuyBackHalf: form('money', 'entry', 'money'),
  AddMoney: form('money', 'contest', 'money', [f('amount', 'cents'), REASON]),
  AwardPrizes: form('money', 'contest', 'close', [], { ask: true }),
  RetainRest: form('money', 'contest', 'close', [WHY]),
  // Close
  FinishContest: form('setup', 'contest', 'close', [], { ask: true }),
  ExportReport: form('setup', 'duty', 'close'),
  CloseTournament: form('setup', 'tournament', 'close', [], { ask: true }),
  ReopenTournament: form('setup', 'tournament', 'close', [f('contest', 'contest', true), WHY]),
}

/** The ids a command gets from what its control is about. */
export const SUBJECTS: Record<About, string[]> = {
  tournament: [],
  contest: ['contest'],
  entry: ['contest', 'entry'],
  player: ['player'],
  match: ['contest', 'pairing'],
  side: ['contest', 'pairing', 'entrant'],
  posted: ['contest', 'pairing'],
  penalty: ['penalty'],
  call: ['call'],
  duty: ['duty'],
  ruling: ['case'],
  booking: ['booking'],
}

export type Subject = Record<string, string | number>

/** The controls of a page about one thing, of those that stand in the general form. */
export function controlsAbout(about: About, tab: Tab | null, stage = ''): string[] {
  return Object.entries(CONTROLS)
    .filter(([, control]) => control.about === about && control.place === 'form' && (tab === null || control.tab === tab))
    .filter(([, control]) => !stage || !control.stages || control.stages.includes(stage))
    .map(([name]) => name)
}
