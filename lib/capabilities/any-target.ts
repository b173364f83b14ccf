import type { Target } from '#lib/providers/registry/target.ts'

/** A target of any capability, as attempts, circuits and prices see it. */
export type AnyTarget = Target<{ readonly modelId: string }>
