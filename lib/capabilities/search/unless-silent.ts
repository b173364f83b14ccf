import type { SearchFinish } from '#lib/contracts/search.ts'
import { doNotSay } from './answer-prompt.ts'
import type { AnswerItem } from './stream-answer.ts'

const silence = doNotSay.toLowerCase()

/**
 * An answer as it is written, or something else where all it says is that the sources do not say: small models take
 * that way out although passages were found that answer.
 */
export async function* unlessSilent(
  answer: AsyncGenerator<AnswerItem, SearchFinish>,
  otherwise: () => string,
): AsyncGenerator<AnswerItem, SearchFinish> {
  let held: string | null = ''
  try {
    for (;;) {
      const next = await answer.next()
      if (next.done === true) {
        if (held !== null) yield { kind: 'text', text: isSilent(held) ? otherwise() : held }
        return next.value
      }
      if (next.value.kind === 'waiting' || held === null) {
        yield next.value
        continue
      }
      held += next.value.text
      if (silence.startsWith(held.trim().toLowerCase()) || isSilent(held)) continue
      yield { kind: 'text', text: held }
      held = null
    }
  } finally {
    await answer[Symbol.asyncDispose]()
  }
}

function isSilent(text: string): boolean {
  return text.trim().toLowerCase() === silence
}
