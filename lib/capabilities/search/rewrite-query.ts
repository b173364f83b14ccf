import type { Call } from '#lib/capabilities/call.ts'
import { askModel } from './ask-model.ts'
import { contentWords } from './content-words.ts'
import { rewriteQuestion, rewriteRules } from './rewrite-prompt.ts'
import { findLinks } from './find-links.ts'
import type { SearchJob } from './search-job.ts'
import type { SearchParts } from './search-parts.ts'

/** What to search for: nothing where the message needs no search, `''` where it holds only addresses. */
export type SearchedQuery =
  | { readonly kind: 'query'; readonly text: string }
  | { readonly kind: 'not-needed' }

const queryCharsMax = 400
const replyTokensMax = 400
const addedWordsMax = 12

/** @throws ApiError as chat does */
export async function rewriteQuery(job: SearchJob, call: Call, parts: SearchParts): Promise<SearchedQuery> {
  const { answerer, history, words } = job
  // Asked for a query, small models answer it instead.
  if (answerer.kind === 'extractive' || answerer.embedded) return { kind: 'query', text: followUp(job) }
  if (words === '' && history.length === 0) return { kind: 'query', text: '' }
  const question = rewriteQuestion(job.question, history)
  const { model } = answerer
  const reply = await askModel(
    { model, system: rewriteRules, user: question, maxTokens: replyTokensMax },
    call,
    parts.chat,
  )
  return readRewritten(reply, words)
}

/** @param words the person's own, in the place of a reply that is none */
export function readRewritten(reply: string, words: string): SearchedQuery {
  const tagged = /<question>(.*?)(?:<\/question>|$)/is.exec(reply)
  const text = (tagged?.[1] ?? reply)
    .replace(/<\/?\w+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (/^["'`.]*not_needed["'`.]*$/i.test(text)) return { kind: 'not-needed' }
  const unusable = text === '' || text === 'undefined' || text.length > queryCharsMax
  return { kind: 'query', text: unusable ? words : text }
}

/** The follow-up, with the words of the question before it, spelled as they were: a search engine knows no "pari". */
export function followUp({ words, history }: Pick<SearchJob, 'words' | 'history'>): string {
  const before = history.findLast(({ role }) => role === 'user')?.content ?? ''
  const known = new Set(contentWords(words))
  const added: string[] = []
  for (const word of findLinks(before).rest.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []) {
    const meant = contentWords(word).filter(each => !known.has(each))
    if (meant.length === 0 || added.length === addedWordsMax) continue
    for (const each of meant) known.add(each)
    added.push(word)
  }
  return [words, ...added].join(' ').trim()
}
