// What takes back the last action: its proper correcting commands, or none where the record has to stand as it is.
//
// Nothing is ever deleted: the log has the action and what put it right.

export interface Action {
  type: string
  [field: string]: unknown
}

/** What has to be known of the tournament before the action. */
export interface Before {
  table?: { table: string; hall: string } // of the match
  result?: { winner: string; score: [number, number] } | null // that stood
  player?: unknown // as known
  replaced?: unknown // whoever was substituted, as known
  tables?: string[]
  committee?: string[]
  drawn?: boolean // the event
  choices?: unknown // how the desk was run
  settings?: unknown // of the tournament, or of the event
  waiting?: string[] // the waiting list of the event, in its order
  rank?: number // the entry's seed
  recess?: { name: string; start: number; end: number } | null // of that name; null if there was none
  time?: number | null // of the round; null if it had none
}

/** What came of it: its events, the last of which made this version. */
export interface Outcome {
  version: number
  events: Action[]
}

const about = (action: Action, ...names: string[]) => Object.fromEntries(names.map((name) => [name, action[name]]))
const happened = ({ events }: Outcome, type: string) => events.filter((event) => event.type === type)

/** What the events charged an entry. */
function charged(outcome: Outcome, entry: string): number {
  const lines = happened(outcome, 'MoneyPosted').filter((event) => event.entry === entry).flatMap((event) => event.lines as [string, number][])
  return lines.filter(([account, cents]) => account.startsWith('player:') && cents > 0).reduce((sum, [, cents]) => sum + cents, 0)
}

/** Out again, with all that was paid for it: whoever withdraws after the draw has nothing back otherwise. */
function withdrawal(contest: unknown, entry: string, before: Before, outcome: Outcome, reason: string): Action {
  const refund = before.drawn ? charged(outcome, entry) : 0
  return { type: 'WithdrawEntry', contest, entry, title: '*', reason, ...(refund && { refund }) }
}

function bookedBack(outcome: Outcome, reason: string): Action[] {
  const at = outcome.events.findIndex(({ type }) => type === 'MoneyPosted')
  return at < 0 ? [] : [{ type: 'ReverseBooking', booking: outcome.version - (outcome.events.length - 1 - at), reason }]
}

/** The commands that put an action right, with the reason; none if there is no such thing. */
export function undoing(action: Action, before: Before, reason: string, outcome: Outcome = { version: 0, events: [] }): Action[] {
  const match = about(action, 'contest', 'pairing')
  const entry = about(action, 'contest', 'entry')
  const given = happened(outcome, 'PenaltyGiven')[0]
  switch (action.type) {
    case 'PostResult':
    case 'DeclareDrawn':
    case 'ConfirmForfeit':
      return [{ type: 'VoidResult', ...match, reason }]
    case 'CorrectResult':
      return before.result ? [{ type: 'CorrectResult', ...match, ...before.result, reason }] : []
    case 'VoidResult':
      return before.result ? [{ type: 'PostResult', ...match, ...before.result }] : []
    case 'AssignTable':
      return [{ type: 'AssignTable', ...match, table: '', ...(before.table?.table && before.table) }]
    case 'CallMatch':
      return [{ type: 'CancelMatchCall', ...match, reason }]
    case 'BeginMatch':
      return [{ type: 'CancelStart', ...match, reason }]
    case 'SuspendMatch':
      return [{ type: 'ResumeMatch', ...match }]
    case 'CallBreak':
      return [{ type: 'EndBreak', ...match, entrant: action.entrant }]
    case 'Register':
    case 'ImportEntrants':
      return happened(outcome, 'EntryRegistered').map((event) => withdrawal(action.contest, (event.entry as { id: string }).id, before, outcome, reason)).reverse()
    case 'ApproveEntry':
      return [before.drawn ? withdrawal(action.contest, String(action.entry), before, outcome, reason) : { type: 'ReconsiderEntry', ...entry, reason }]
    case 'RefuseEntry':
      return [{ type: 'ReconsiderEntry', ...entry, reason }]
    case 'CheckIn':
      return [{ type: 'CancelCheckIn', ...entry, reason }]
    case 'CancelCheckIn':
      return [{ type: 'CheckIn', ...entry }]
    case 'OrderWaiting':
      return before.waiting ? [{ type: 'OrderWaiting', contest: action.contest, entries: before.waiting }] : []
    case 'SeedEntry':
      return [{ type: 'SeedEntry', ...entry, rank: before.rank ?? 0 }]
    case 'SubstitutePlayer':
      return before.replaced ? [{ type: 'SubstitutePlayer', ...entry, out: (action.player as { id: string }).id, player: before.replaced, reason }] : []
    case 'WithdrawEntry':
      return [{ type: 'ReinstateEntry', ...entry, title: action.title ?? '*', reason }]
    case 'ReinstateEntry':
      return [{ type: 'WithdrawEntry', ...entry, title: action.title ?? '*', reason }]
    case 'SignOut':
      return [{ type: 'SignIn', ...about(action, 'player') }]
    case 'NameStaff':
      if (action.in_place_of) return [] // whoever handed the desk over has no say any more
      return [{ type: 'DismissStaff', ...about(action, 'person', 'role') }]
    case 'DismissStaff':
      return [{ type: 'NameStaff', ...about(action, 'person', 'role') }]
    case 'OverrulePairing':
      return [{ type: 'OverrulePairing', ...about(action, 'contest', 'one', 'other'), reason }]
    case 'ChangePlayer':
      return before.player ? [{ type: 'ChangePlayer', player: before.player, reason }] : []
    case 'SetTables':
      return [{ type: 'SetTables', tables: before.tables ?? [], hall: action.hall ?? '' }]
    case 'ScheduleRecess':
    case 'CancelRecess':
      if (before.recess) return [{ type: 'ScheduleRecess', ...before.recess, reason }]
      return before.recess === null ? [{ type: 'CancelRecess', name: action.name, reason }] : []
    case 'ScheduleRound':
    case 'CancelRoundTime': {
      const round = about(action, 'contest', 'bracket', 'round')
      if (before.time) return [{ type: 'ScheduleRound', ...round, start: before.time, past: true, reason }]
      return before.time === null ? [{ type: 'CancelRoundTime', ...round, reason }] : []
    }
    case 'ChangeTournament':
    case 'ChangeContest':
      return before.settings ? [{ type: action.type, settings: before.settings, reason }] : []
    case 'SetDesk':
      return before.choices ? [{ type: 'SetDesk', choices: before.choices }] : []
    case 'NameCommittee':
      return before.committee ? [{ type: 'NameCommittee', members: before.committee }] : []
    case 'GivePenalty':
      return given ? [{ type: 'LiftPenalty', penalty: given.id, reason }] : []
    case 'TakePayment':
    case 'PayOut':
    case 'AddMoney':
      return bookedBack(outcome, reason)
    default:
      return []
  }
}
