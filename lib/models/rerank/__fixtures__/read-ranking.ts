import { z } from 'zod'

const rankingSchema = z.object({
  object: z.literal('list'),
  model: z.string(),
  results: z.array(z.object({ index: z.int().min(0), relevance_score: z.number().min(0).max(1) })),
  usage: z.object({ prompt_tokens: z.int().min(1), total_tokens: z.int().min(1) }),
})

export type TestRanking = z.output<typeof rankingSchema>

export async function readRanking(response: Response): Promise<TestRanking> {
  return rankingSchema.parse(await response.json())
}
