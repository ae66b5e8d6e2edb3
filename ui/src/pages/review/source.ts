// Where a reviewed match is: played here, recorded at a table, or in a file that was dropped on the page.

import { download, get, me, post, sendFile } from '../../wire/api'
import type { AnalysisProgress, MatchReport, Review, SharedFile } from '../../wire/types'
import type { DroppedFile } from './dropped'

export interface MatchSource {
  review: () => Promise<Review>
  analyse: (plies: number) => Promise<AnalysisProgress>
  progress: (plies: number) => Promise<AnalysisProgress>
  report: (plies: number) => Promise<MatchReport>
  saveReport: (form: string, plies: number) => Promise<void>
  notes: () => string // where comments and stars are kept; nowhere if it is empty
  share?: () => Promise<string> // the address of a file that is then kept
}

/** `known`: whoever asks is known by something else than an account, as a private link. */
export function servedMatch(path: string, known = false): MatchSource {
  const of = (plies: number, tail = '') => `${path}/analysis${tail}?plies=${plies}`
  return {
    review: () => get<Review>(`${path}/review`),
    analyse: async (plies) => (known || (await me())) && post<AnalysisProgress>(of(plies)),
    progress: (plies) => get<AnalysisProgress>(of(plies)),
    report: (plies) => get<MatchReport>(of(plies, '/report')),
    saveReport: (form, plies) => download(of(plies, `/report/${form}`), `analysis.${form}`),
    notes: () => (known ? '' : `${path}/notes`),
  }
}

/** The file is no longer in this browser. */
export class NoFile extends Error {}

export function droppedMatch(kept: Promise<DroppedFile | null>): MatchSource {
  let id = ''
  const file = async () => {
    const dropped = await kept
    if (!dropped) throw new NoFile()
    return dropped
  }
  const data = async () => (await file()).data
  return {
    review: async () => {
      const review = await sendFile<Review>('/api/files/review', await data())
      id = review.id
      return review
    },
    analyse: async (plies) => (await me()) && sendFile<AnalysisProgress>(`/api/files/analysis?plies=${plies}`, await data()),
    progress: (plies) => get<AnalysisProgress>(`/api/files/${id}/analysis?plies=${plies}`),
    report: async (plies) => sendFile<MatchReport>(`/api/files/report?plies=${plies}`, await data()),
    saveReport: async (form, plies) => download(`/api/files/report/${form}?plies=${plies}`, `${(await file()).name}.${form}`, await data()),
    notes: () => id && `/api/files/${id}/notes`,
    share: async () => {
      await me()
      const shared = await sendFile<SharedFile>('/api/files', await data())
      return `${location.origin}/review/${shared.id}`
    },
  }
}
