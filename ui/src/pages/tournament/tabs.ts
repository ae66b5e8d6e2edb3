// The pages of a tournament: who sees which in the row of links, and where each comes from.

import type { Component } from 'svelte'
import { place } from '../../router.svelte'
import { withWords, type Key } from '../../text/index.svelte'
import type { Permission } from '../../wire/types'
import type { TournamentPage } from './tournament_page.svelte'

export type TabComponent = Component<{ page: TournamentPage; rest: string[] }>

export interface Tab {
  id: string // of the address: /tournaments/ID/desk
  label: Key
  needs?: Permission | 'staff' | 'player'
  unlisted?: boolean // reached from another page
  bare?: boolean // alone on the screen
  load: () => Promise<Loaded>
}

type Loaded = { default: TabComponent }

/** A page of the director's: its words come with it. */
const directing = (load: () => Promise<Loaded>) => () => withWords(load(), 'director')

export const TABS: Tab[] = [
  { id: 'me', label: 'tour.tab.me', needs: 'player', load: () => withWords(import('./Own.svelte'), 'hall') },
  { id: 'desk', label: 'tour.tab.desk', needs: 'staff', load: directing(() => import('./director/Desk.svelte')) },
  { id: 'people', label: 'tour.tab.people', needs: 'admit', load: directing(() => import('./director/People.svelte')) },
  { id: 'money', label: 'tour.tab.money', needs: 'money', load: directing(() => import('./director/Money.svelte')) },
  { id: 'setup', label: 'tour.tab.setup', needs: 'staff', load: () => withWords(import('./director/Setup.svelte'), 'director', 'hall') },
  { id: 'cases', label: 'tour.tab.cases', needs: 'rule', load: directing(() => import('./director/Cases.svelte')) },
  { id: 'broadcast', label: 'tour.tab.broadcast', needs: 'rule', load: () => withWords(import('./director/Broadcast.svelte'), 'director', 'hall') },
  { id: 'equipment', label: 'tour.tab.equipment', needs: 'rule', load: () => withWords(import('./director/TableEquipment.svelte'), 'director', 'hall') },
  { id: 'hearing', label: 'hearing.title', unlisted: true, load: () => import('./Hearing.svelte') },
  { id: 'records', label: 'tour.tab.records', needs: 'staff', load: directing(() => import('./director/Records.svelte')) },
  { id: 'print', label: 'tour.tab.print', needs: 'staff', load: directing(() => import('./director/Print.svelte')) },
  { id: 'sheets', label: 'tour.tab.print', needs: 'staff', unlisted: true, load: directing(() => import('./director/Sheets.svelte')) },
  { id: '', label: 'tour.tab.overview', load: () => withWords(import('./Overview.svelte'), 'hall') },
  { id: 'draw', label: 'tour.tab.draw', load: () => import('./Draw.svelte') },
  { id: 'pairings', label: 'tour.tab.pairings', load: () => import('./Pairings.svelte') },
  { id: 'standings', label: 'tour.tab.standings', load: () => import('./Standings.svelte') },
  { id: 'results', label: 'tour.tab.results', needs: 'staff', load: directing(() => import('./director/Results.svelte')) },
  { id: 'results', label: 'tour.tab.results', load: () => import('./Results.svelte') },
  { id: 'live', label: 'tour.tab.live', load: () => withWords(import('./Live.svelte'), 'hall') },
  { id: 'report', label: 'tour.tab.live', unlisted: true, load: () => withWords(import('./Report.svelte'), 'hall') },
  { id: 'screen', label: 'tour.screen', unlisted: true, bare: true, load: () => import('./Screen.svelte') },
  { id: 'overlay', label: 'tour.screen', unlisted: true, bare: true, load: () => import('./Overlay.svelte') },
]

/** The page of a name: of two the first that somebody may see, which is the one with more on it. */
export function tabOf(name: string, page: TournamentPage): Tab | undefined {
  const named = TABS.filter((tab) => tab.id === name)
  return named.find((tab) => opens(tab, page)) ?? named[0]
}

/** Get a page while we are still asking who we are here, unless that decides which of two it is. */
export function ahead(name: string): void {
  const named = TABS.filter((tab) => tab.id === name)
  if (named.length === 1) void named[0].load().catch(() => undefined) // said where it is shown
}

/** The row of links. */
export function listed(page: TournamentPage): Tab[] {
  return TABS.filter((tab) => !tab.unlisted && tabOf(tab.id, page) === tab && opens(tab, page))
}

/** Whether somebody may see a page. */
export function opens(tab: Tab, page: TournamentPage): boolean {
  if (tab.needs === undefined) return true
  if (tab.needs === 'staff') return page.staff
  if (tab.needs === 'player') return Boolean(page.access?.player) || (tab.id === place.parts[2] && place.query.has('as') && page.may('admit'))
  return page.may(tab.needs)
}
