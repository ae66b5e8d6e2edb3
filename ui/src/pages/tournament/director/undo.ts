// What takes back the last action: its proper correcting command, or nothing where the record has to stand as it is.
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
  choices?: unknown // how the desk was run
}

const about = (action: Action, ...names: string[]) => Object.fromEntries(names.map((name) => [name, action[name]]))

/** The command that puts an action right, with its reason; null if there is none. `penalty` is the id of one that was given. */
export function undoing(action: Action, before: Before, reason: string, penalty = ''): Action | null {
  const match = about(action, 'contest', 'pairing')
  const entry = about(action, 'contest', 'entry')
  switch (action.type) {
    case 'PostResult':
    case 'DeclareDrawn':
      return { type: 'VoidResult', ...match, reason }
    case 'ConfirmForfeit':
      return action.loser ? { type: 'VoidResult', ...match, reason } : null
    case 'CorrectResult':
      return before.result ? { type: 'CorrectResult', ...match, ...before.result, reason } : null
    case 'VoidResult':
      return before.result ? { type: 'PostResult', ...match, ...before.result } : null
    case 'AssignTable':
      return before.table?.table ? { type: 'AssignTable', ...match, ...before.table } : null
    case 'SuspendMatch':
      return { type: 'ResumeMatch', ...match }
    case 'CallBreak':
      return { type: 'EndBreak', ...match, entrant: action.entrant }
    case 'SubstitutePlayer':
      return before.replaced ? { type: 'SubstitutePlayer', ...entry, out: (action.player as { id: string }).id, player: before.replaced, reason } : null
    case 'WithdrawEntry':
      return { type: 'ReinstateEntry', ...entry, title: action.title ?? '*', reason }
    case 'ReinstateEntry':
      return { type: 'WithdrawEntry', ...entry, title: action.title ?? '*', reason }
    case 'SignOut':
      return { type: 'SignIn', ...about(action, 'player') }
    case 'NameStaff':
      return { type: 'DismissStaff', ...about(action, 'person', 'role') }
    case 'DismissStaff':
      return { type: 'NameStaff', ...about(action, 'person', 'role') }
    case 'OverrulePairing':
      return { type: 'OverrulePairing', ...about(action, 'contest', 'one', 'other'), reason }
    case 'ChangePlayer':
      return before.player ? { type: 'ChangePlayer', player: before.player, reason } : null
    case 'SetTables':
      return before.tables?.length ? { type: 'SetTables', tables: before.tables, hall: action.hall ?? '' } : null
    case 'SetDesk':
      return before.choices ? { type: 'SetDesk', choices: before.choices } : null
    case 'NameCommittee':
      return before.committee ? { type: 'NameCommittee', members: before.committee } : null
    case 'GivePenalty':
      return penalty ? { type: 'LiftPenalty', penalty, reason } : null
    default:
      return null
  }
}
