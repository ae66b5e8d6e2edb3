// Where a reviewed match is: played here, recorded at a table, or in a file that was dropped on the page.

import { download, get, me, post, sendFile } from '../../wire/api'
import type { AnalysisProgress, MatchReport, Review } from '../../wire/types'

export interface MatchSource {
  name: string
  review: () => Promise<Review>
  analyse: (plies: number) => Promise<AnalysisProgress>
  progress: (plies: number) => Promise<AnalysisProgress>
  report: (plies: number) => Promise<MatchReport>
  saveReport: (form: string, plies: number) => Promise<void>
}

/** `known`: whoever asks is known by something else than an account, as a private link. */
export function servedMatch(path: string, known = false): MatchSource {
  const of = (plies: number, tail = '') => `${path}/analysis${tail}?plies=${plies}`
  return {
    name: '',
    review: () => get<Review>(`${path}/review`),
    analyse: async (plies) => (known || (await me())) && post<AnalysisProgress>(of(plies)),
    progress: (plies) => get<AnalysisProgress>(of(plies)),
    report: (plies) => get<MatchReport>(of(plies, '/report')),
    saveReport: (form, plies) => download(of(plies, `/report/${form}`), `analysis.${form}`),
  }
}

export function droppedMatch(name: string, data: ArrayBuffer): MatchSource {
  let id = ''
  return {
    name,
    review: async () => {
      const review = await sendFile<Review>('/api/files/review', data)
      id = review.id
      return review
    },
    analyse: async (plies) => (await me()) && sendFile<AnalysisProgress>(`/api/files/analysis?plies=${plies}`, data),
    progress: (plies) => get<AnalysisProgress>(`/api/files/${id}/analysis?plies=${plies}`),
    report: (plies) => sendFile<MatchReport>(`/api/files/report?plies=${plies}`, data),
    saveReport: (form, plies) => download(`/api/files/report/${form}?plies=${plies}`, `${name}.${form}`, data),
  }
}
