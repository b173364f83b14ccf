import {
  nearDuplicateSimilarity,
  type VectorHealth,
} from '#lib/client/embeddings/comparison/vector-health.ts'

/** One thing that was looked for, and the rows where it was found. */
export interface HealthFinding {
  readonly title: string
  /** What it means, where there is something. */
  readonly advice: string
  /** `bad`: vectors that cannot be used; `notice`: worth a look. */
  readonly weight: 'bad' | 'notice'
  readonly groups: readonly (readonly number[])[]
  readonly note?: string
}

export function healthFindings(health: VectorHealth, windowTokens: number | null): readonly HealthFinding[] {
  const sample = health.nearSample
  const pairs = health.nearDuplicates.map(({ first, second }) => [first, second])
  return [
    bad('Without a vector', 'Their request failed or was stopped: embed the rest.', single(health.missing)),
    bad(
      'Not a number',
      'The model gave a value that is no number; such a vector breaks a search.',
      single(health.notFinite),
    ),
    bad('All zero', 'Nothing is near a vector of zeros.', single(health.zero)),
    notice('Only spaces', 'The model embeds nothing.', single(health.emptyTexts)),
    {
      ...notice(
        'Probably cut',
        windowTokens === null
          ? ''
          : `Longer than the ${windowTokens} tokens that the model reads, by estimate.`,
        single(health.cutTexts),
      ),
      ...(windowTokens === null && { note: 'The window of this model is unknown.' }),
    },
    notice('Same text', 'They weigh double in every statistic.', health.duplicateTexts),
    notice('Same vector, other text', 'The model sees no difference between them.', health.duplicateVectors),
    {
      ...notice('Nearly the same', `Similarity above ${nearDuplicateSimilarity}.`, pairs),
      ...(sample && { note: `Looked for among ${sample.size} of ${sample.of} texts, seed ${sample.seed}.` }),
    },
  ]
}

function bad(title: string, advice: string, groups: HealthFinding['groups']): HealthFinding {
  return { title, advice, weight: 'bad', groups }
}

function notice(title: string, advice: string, groups: HealthFinding['groups']): HealthFinding {
  return { title, advice, weight: 'notice', groups }
}

function single(rows: readonly number[]): readonly (readonly number[])[] {
  return rows.map(row => [row])
}
