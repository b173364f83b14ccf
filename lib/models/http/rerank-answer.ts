import { weightsOf } from '#lib/models/model-files.ts'
import type { BatchTicket } from '#lib/models/onnx/text-batches.ts'
import { rankHybrid } from '#lib/models/rerank/rank-hybrid.ts'
import { rankPairs } from '#lib/models/rerank/rank-pairs.ts'
import type { Ranking } from '#lib/models/rerank/ranking.ts'
import { readJsonBody, sendJson, type Exchange } from './exchange.ts'
import type { ModelHost } from './model-host.ts'
import { toKey, toServerTiming } from './place.ts'
import { readRerankCall, type RerankCall } from './rerank-call.ts'

/** `POST /v1/rerank`: best first, equal scores in the order of the request. */
export async function answerRerank(host: ModelHost, exchange: Exchange): Promise<void> {
  using _place = host.smallCalls.enter()
  const { signal } = exchange
  const call = readRerankCall(await readJsonBody(exchange))
  await host.weights.require(weightsOf(call.entry), signal)
  const ranking = await rank(host, call, { key: toKey(exchange), signal })
  const results = ranking.scores
    .map((score, index) => ({ index, relevance_score: score }))
    .toSorted((a, b) => b.relevance_score - a.relevance_score || a.index - b.index)
    .slice(0, call.topN)
  const usage = { prompt_tokens: ranking.tokens, total_tokens: ranking.tokens }
  sendJson(
    exchange,
    { object: 'list', model: call.entry.id, results, usage },
    { headers: { 'server-timing': toServerTiming(ranking) } },
  )
}

async function rank(
  host: ModelHost,
  { entry, question }: RerankCall,
  ticket: BatchTicket,
): Promise<Ranking & { readonly loadMs: number }> {
  if (entry.architecture === 'hybrid') {
    const { embedder, similarityFloor } = entry
    using use = await host.embedders.use(embedder)
    return {
      ...(await rankHybrid(use.runner, { ...question, similarityFloor }, ticket)),
      loadMs: use.loadMs,
    }
  }
  using use = await host.crossEncoders.use(entry)
  return { ...(await rankPairs(use.runner, question, ticket)), loadMs: use.loadMs }
}
