import { fieldAt, withFieldAt } from '#components/playground/form/model/body-field.ts'
import type { Draft } from '#components/playground/form/model/draft.ts'
import { toList } from '#lib/client/json-value.ts'

/** A question and its answer, from a request. */
export interface HistoryTurn {
  readonly question: string
  readonly answer: string
}

const turnsMax = 50

/** The earlier turns in a body; incomplete pairs are dropped. */
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

/**
 * The same body with these turns: only the newest, up to the contract's limit; without any, the field is not
 * sent.
 */
export function withHistoryTurns(body: Draft['body'], turns: readonly HistoryTurn[]): Draft['body'] {
  const pairs = turns.slice(-turnsMax).flatMap(({ question, answer }) => [
    ['human', question],
    ['assistant', answer],
  ])
  return withFieldAt(body, 'params.history', pairs.length > 0 ? pairs : undefined)
}
