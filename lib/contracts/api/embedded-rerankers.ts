/** Embedded rerankers: one without weights of its own, and a better one that has to be downloaded. */
export const embeddedRerankers = {
  hybrid: 'local/hybrid-rerank',
  crossEncoder: 'local/ms-marco-minilm-l-6-v2',
} as const
