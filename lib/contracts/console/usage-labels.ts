/** Dimensions to group usage by; `time`: days, or hours of a short period. */
export const usageDimensions = ['time', 'key', 'member', 'model', 'provider', 'capability'] as const

/** Metrics of the time chart. */
export const usageMeasures = ['requests', 'tokens', 'cost', 'errors'] as const

export const usageSorts = [
  'name',
  'requests',
  'errors',
  'prompt_tokens',
  'completion_tokens',
  'cost_usd',
  'total_p50',
  'total_p95',
  'total_p99',
  'first_p50',
  'first_p95',
  'first_p99',
] as const

export type UsageDimension = (typeof usageDimensions)[number]
export type UsageMeasure = (typeof usageMeasures)[number]
export type UsageSort = (typeof usageSorts)[number]
