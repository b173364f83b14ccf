import { expect, test } from 'vitest'
import { chatContract } from '#lib/contracts/api/chat.ts'
import { toContractInfo } from '#lib/contracts/core/contract-info.ts'
import { rerankContract } from '#lib/contracts/api/rerank.ts'
import { scrapeContract } from '#lib/contracts/api/scrape.ts'
import { searchContract } from '#lib/contracts/api/search/search.ts'
import { checkDraft } from '#components/playground/form/model/check-draft.ts'
import { openHandoff } from '#components/playground/handoff/model/open-handoff.ts'
import type { Handoff, HandoffItem, HandoffKind } from '#components/playground/handoff/model/handoff.ts'
import { toOrigin } from '#components/playground/handoff/model/handoff-origin.ts'

const [chat, rerank, scrape, search] = [chatContract, rerankContract, scrapeContract, searchContract].map(
  contract => ({ ...toContractInfo(contract), windowTokens: null }),
)

function open(target: typeof chat, kind: HandoffKind, items: readonly HandoffItem[], body: object = {}) {
  const origin = toOrigin('search', 'run_1', { kind, count: items.length })
  const handoff: Handoff = { kind, items, query: 'What moves the tides?', origin }
  return target && openHandoff(handoff, target, { contract: target.id, body: { ...body } })
}

const sources = [
  { text: 'The moon.', title: 'Tides', url: 'https://a.test/tides' },
  { text: 'The sun.', title: 'Sun', url: 'https://b.test/sun' },
]

test('sources become URLs to scrape, and passages to rerank for their query', async () => {
  const read = open(scrape, 'sources', sources, { model: 'scrape' })
  const ranked = open(rerank, 'sources', sources, { model: 'm' })

  expect(read?.draft).toMatchObject({
    body: { params: { url: 'https://a.test/tides' } },
    others: [{ params: { url: 'https://b.test/sun' } }],
    origin: { label: '2 sources from Search' },
  })
  expect(ranked?.draft.body).toEqual({
    model: 'm',
    query: 'What moves the tides?',
    documents: ['The moon.', 'The sun.'],
  })
  expect(ranked && (await checkDraft(ranked.draft))).toEqual([])
})

test('a conversation continues as one chat', async () => {
  const items = ['What moves the tides?', 'The moon [1].'].map(text => ({ text }))

  const opened = open(chat, 'conversation', items, { model: 'm', temperature: 0 })

  expect(opened?.draft).toMatchObject({
    body: {
      model: 'm',
      temperature: 0,
      messages: [
        { role: 'user', content: 'What moves the tides?' },
        { role: 'assistant', content: 'The moon [1].' },
      ],
    },
    origin: { label: '1 conversation from Search' },
  })
  expect(opened && (await checkDraft(opened.draft))).toEqual([])
})

test('links limit the search to their sites; settings stay, the history does not', async () => {
  const params = { focusMode: 'redditSearch', history: [['human', 'before']] }
  const links = ['https://a.test/x', 'https://a.test/y', 'https://b.test/'].map(url => ({ text: url, url }))

  const opened = open(search, 'links', links, { model: 'sextant-ai-search', stream: true, params })

  expect(opened?.draft.body).toEqual({
    model: 'sextant-ai-search',
    stream: true,
    params: { focusMode: 'redditSearch', query: 'site:a.test OR site:b.test ' },
  })
  expect(opened && (await checkDraft(opened.draft))).toEqual([])
})

test('an answer becomes the query, up to its maximum length', async () => {
  const items = [{ text: 'a'.repeat(3000) }, { text: 'b'.repeat(3000) }]

  const opened = open(search, 'answer', items, { model: 'sextant-ai-search' })

  expect(opened?.draft.body['params']).toEqual({ query: `${'a'.repeat(3000)}\n\n${'b'.repeat(998)}` })
  expect(opened && (await checkDraft(opened.draft))).toEqual([])
})
