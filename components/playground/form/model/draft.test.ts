import { expect, test } from 'vitest'
import { chatContract } from '#lib/contracts/api/chat.ts'
import { embeddingsContract } from '#lib/contracts/api/embeddings.ts'
import { rerankContract } from '#lib/contracts/api/rerank.ts'
import { startRecordingServer } from '#lib/snippets/__fixtures__/recording-server.ts'
import { runProgram } from '#lib/snippets/__fixtures__/run-program.ts'
import { readCurl } from '#lib/snippets/read-curl.ts'
import { toSnippet } from '#lib/snippets/to-snippet.ts'
import { toBody, type Draft } from './draft.ts'
import { readShareLink, toShareable, toShareLink } from '#components/playground/share/model/share-link.ts'
import { startRun } from '#lib/client/send.ts'

const content = 'Quotes \' " ` $HOME \\ \u2028 – and “é😀”,\nNUL \0.'
const contracts = [chatContract, embeddingsContract, rerankContract]
const drafts: readonly Draft[] = [
  ...contracts.flatMap(({ id, examples }) =>
    examples.map(({ input }) => ({ contract: id, body: { ...input } })),
  ),
  { contract: 'embeddings', body: { model: 'm', input: [content, 'é😀'], encoding_format: 'base64' } },
  { contract: 'rerank', body: { model: 'm', query: content, documents: [content, { text: content }] } },
  {
    contract: 'chat',
    body: { model: 'm', messages: [{ role: 'user', content }], top_p: 1e-7, 7: [null], b: {} },
  },
]

test.each(drafts)(
  'one body is sent, shown in the HTTP tab, printed as curl, and restored from link and curl (%#)',
  async draft => {
    await using server = await startRecordingServer()
    const { baseUrl, requests } = server
    const path = contracts.find(({ id }) => id === draft.contract)?.path ?? ''

    const run = await startRun(
      { path, body: toBody(draft) },
      { onUpdate: () => {} },
      {
        fetch: (to, init) => fetch(baseUrl + to, init),
        now: () => performance.now(),
        isOnline: () => true,
        isLeaving: () => false,
        onFrame: () => () => {},
      },
    ).finished
    const curl = toSnippet(
      { contract: draft.contract, baseUrl, path, body: toBody(draft) },
      { flavour: 'curl' },
    )
    await runProgram(curl, { apiKey: 'k', pythonPath: null })
    const pasted = readCurl(curl.code, contracts)
    const link = await toShareLink(toShareable(draft))
    const linked = link.kind === 'link' ? await readShareLink(link.fragment, [draft.contract]) : null

    expect(run.state).toBe('done')
    const bodies = [...requests.map(request => request.body), run.request.body]
    bodies.push(pasted.ok ? toBody(pasted) : '', linked ? toBody(linked) : '')
    expect(bodies).toEqual(Array.from({ length: 5 }, () => toBody(draft)))
  },
)
