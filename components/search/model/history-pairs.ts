import { fieldAt, withFieldAt } from '#components/playground/form/model/body-field.ts'
import type { Draft } from '#components/playground/form/model/draft.ts'
import { toList } from '#lib/client/json-value.ts'

/** A question and what was answered to it, as the request tells them. */
export interface HistoryTurn {
  readonly question: string
  readonly answer: string
}

const turnsMax = 50

/** The earlier turns that a body carries; what is no pair of question and answer is left out. */
export function readHistoryTurns(body: Draft['body']): readonly HistoryTurn[] {
  const turns: HistoryTurn[] = []
  let question: string | null = null
  for (const pair of toList(fieldAt(body, 'params.history'))) {
    const [role, content] = toList(pair)
    if (typeof content !== 'string') continue
    if (role === 'human' || role === 'user') question = content
    else if (question !== null) {
      turns.push({ question, answer: content })
      question = null
    }
  }
  return turns
}

/** The same body after these turns: only the newest that the contract takes; without any, the field is not sent. */
export function withHistoryTurns(body: Draft['body'], turns: readonly HistoryTurn[]): Draft['body'] {
  const pairs = turns.slice(-turnsMax).flatMap(({ question, answer }) => [
    ['human', question],
    ['assistant', answer],
  ])
  return withFieldAt(body, 'params.history', pairs.length > 0 ? pairs : undefined)
}
