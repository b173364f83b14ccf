import type { rerankContract } from '#lib/contracts/rerank.ts'
import type { RerankQuestion } from '#lib/engines/reranking/rerank-model.ts'
import { askOnce, type AskOptions } from './ask-once.ts'
import type { Handler } from './call.ts'
import { chooseTargets } from './choose-targets.ts'
import { cutDocuments } from './cut-documents.ts'
import { abandonedUsage, inputUsage } from './input-usage.ts'
import { documentTexts } from './rerank-documents.ts'
import type { RerankModels } from './rerank-models.ts'
import { countRerankTokens, guessRerankTokens } from './rerank-tokens.ts'
import { writeRerank } from './write-rerank.ts'

export interface RerankOptions extends AskOptions {
  readonly models: RerankModels
  /** What `meta.api_version` says; clients of the second version are not sent their texts again unless they ask. */
  readonly version: '1' | '2'
}

const maxTokensPerDocDefault = 4096

/** Orders documents by their relevance to a query, by the first target that can. */
export function createRerank(options: RerankOptions): Handler<typeof rerankContract> {
  const { models, version } = options
  const { reportedCosts } = options.policy
  return async (input, call) => {
    const texts = documentTexts(input)
    const targets = chooseTargets({ model: input.model }, call, id => models.resolveReranker(id))
    const maxTokensPerDoc = input.max_tokens_per_doc ?? maxTokensPerDocDefault
    const topN = Math.min(input.top_n ?? input.top_k ?? texts.length, texts.length)
    const cut = async (): Promise<RerankQuestion> => {
      return { query: input.query, documents: await cutDocuments(texts, maxTokensPerDoc), maxTokensPerDoc }
    }
    // The same for every target.
    let question: Promise<RerankQuestion> | null = null
    const { target, prepared, answer } = await askOnce(targets, call, options, {
      prepare: () => (question ??= cut()),
      guessTokens: guessRerankTokens,
      ask: (prepared, target, attemptOptions) => target.model.rerank(prepared, attemptOptions),
      estimate: async (prepared, target) =>
        abandonedUsage(await countRerankTokens(prepared), target, reportedCosts),
    })
    const tokens = answer.inputTokens ?? (await countRerankTokens(prepared))
    const usage = inputUsage({ tokens, reportedUsd: answer.costUsd, whole: true }, target, reportedCosts)
    call.meter(usage, { estimated: answer.inputTokens === null })
    return writeRerank({
      input,
      texts,
      scores: answer.scores,
      topN,
      model: target.publicId,
      usage,
      version,
      returnDocuments: input.return_documents ?? version === '1',
    })
  }
}
