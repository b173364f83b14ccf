import { fillRequest, openRerank, rankedRows, run } from './support/rerank-page.ts'
import { rerankQuestions, type RerankQuestion } from './support/rerank-questions.ts'
import { expect, test } from './support/server.ts'

// Loads a real model and calls it many times, on a machine that may be busy.
test.describe.configure({ timeout: 240_000 })

const model = 'local/hybrid-rerank'
// A real model on a machine that may be busy.
const patient = { timeout: 80_000 }

/** The right document is never the first one of the request. */
function shuffled({ documents: [right, ...wrong] }: RerankQuestion, seed: number): readonly string[] {
  return wrong.toSpliced(1 + (seed % wrong.length), 0, right)
}

test('the embedded reranker puts the right document first on 20 small questions', async ({
  server,
  request,
}) => {
  const first: (string | undefined)[] = []
  for (const [seed, question] of rerankQuestions.entries()) {
    const documents = shuffled(question, seed)
    const response = await request.post(`${server.url}/v1/rerank`, {
      headers: { authorization: `Bearer ${server.apiKey}` },
      data: { model, query: question.query, documents },
      ...patient,
    })
    const answer = (await response.json()) as { readonly results?: readonly { readonly index: number }[] }
    first.push(documents[answer.results?.[0]?.index ?? -1])
  }

  expect(first).toEqual(rerankQuestions.map(({ documents: [right] }) => right))
})

test('without a key or server, the page ranks a question with an available model', async ({ page }) => {
  await openRerank(page, model)
  const offer = page.getByRole('main').getByRole('region', { name: /download the cross-encoder/ })
  await expect(offer).toHaveCount(1)
  // The request is hidden on a phone at first, and the offer is not.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(offer).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 720 })
  for (const question of [rerankQuestions[0], rerankQuestions[10]]) {
    if (!question) throw new Error('there are twenty questions')
    const documents = shuffled(question, 1)
    await page.getByRole('button', { name: 'New ranking' }).click()
    await fillRequest(page, question.query, documents)

    await run(page)

    const best = rankedRows(page, model).first()
    await expect(best).toContainText(question.documents[0], patient)
    await expect(best).toContainText(/Rank 1, up \d from \d\. Score 0\.\d{3}/)
  }
})
