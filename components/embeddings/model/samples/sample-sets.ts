import type { TextRow } from '#components/embeddings/model/text-row.ts'

export interface SampleSet {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly count: number
  /** Loaded on demand, so that it is not part of the page. */
  readonly load: () => Promise<readonly TextRow[]>
}

export const sampleSets: readonly SampleSet[] = [
  {
    id: 'paraphrase-pairs',
    title: 'Paraphrase pairs',
    description: "Twenty facts, each phrased in two ways. Each text's nearest neighbor should be its pair.",
    count: 40,
    load: async () => (await import('./paraphrase-pairs.ts')).paraphrasePairs,
  },
  {
    id: 'support-tickets',
    title: 'Support tickets',
    description: '120 tickets on six topics, to sort as a help desk would.',
    count: 120,
    load: async () => (await import('./support-tickets.ts')).supportTickets,
  },
  {
    id: 'headlines',
    title: 'Headlines in five languages',
    description: 'Twelve events in five languages each: does the model group by event, or by language?',
    count: 60,
    load: async () => (await import('./headlines.ts')).headlines,
  },
]
