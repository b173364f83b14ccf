import type { rerankContract } from '#lib/contracts/rerank.ts'
import type { RerankQuestion } from '#lib/engines/reranking/rerank-model.ts'
import { askOnce, type AskOptions } from './ask-once.ts'
import type { Handler } from './call.ts'
import { chooseTargets } from './choose-targets.ts'
import { cutDocuments } from './cut-documents.ts'
import { inputUsage } from './input-usage.ts'
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
  return async (input, call) => {
    const texts = documentTexts(input)
    const targets = chooseTargets({ model: input.model }, call, id => models.resolveReranker(id))
    const maxTokensPerDoc = input.max_tokens_per_doc ?? maxTokensPerDocDefault
    const topN = Math.min(input.top_n ?? input.top_k ?? texts.length, texts.length)
    let question: RerankQuestion = { query: input.query, documents: texts, topN, maxTokensPerDoc }
    const { target, value: answer } = await askOnce(targets, call, options, {
      async prepare() {
        question = { ...question, documents: await cutDocuments(question.documents, maxTokensPerDoc) }
        return question
      },
      guessTokens: () => guessRerankTokens(question),
      ask: (target, prepared, attemptOptions) => target.model.rerank(prepared, attemptOptions),
      estimate: async target => inputUsage(await countRerankTokens(question), target),
    })
    const tokens = answer.inputTokens ?? (await countRerankTokens(question))
    const usage = inputUsage(tokens, target)
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
