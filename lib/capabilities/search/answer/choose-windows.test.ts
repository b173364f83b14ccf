import { expect, test } from 'vitest'
import { preferSure, type ScoredWindow } from './choose-windows.ts'

function windowOf(source: number, verdict: Partial<ScoredWindow>): ScoredWindow {
  const place = { heading: '', text: 'text', start: 0, end: 1 }
  return { ...place, source, score: 1, relevant: true, answers: false, doubtful: false, ...verdict }
}

test('a source that answers without a doubt keeps all its windows, and displaces the others', () => {
  const sure = windowOf(0, { answers: true })
  const beside = windowOf(0, {})
  const likely = windowOf(1, { answers: true, doubtful: true })

  expect(preferSure([sure, likely, beside])).toEqual([sure, beside])
  expect(preferSure([likely, beside])).toEqual([likely, beside])
})
