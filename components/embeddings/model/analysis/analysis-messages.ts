import type { AnalysisOperation, InputOf } from './analysis-operations.ts'

/** From the page to the worker. */
export type AnalysisRequest =
  | { readonly [Name in AnalysisOperation]: RequestOf<Name> }[AnalysisOperation]
  | AnalysisCancel

export interface RequestOf<Name extends AnalysisOperation> {
  readonly kind: 'run'
  readonly id: number
  readonly name: Name
  readonly input: InputOf<Name>
}

export interface AnalysisCancel {
  readonly kind: 'cancel'
  readonly id: number
}

/** From the worker to the page. */
export type AnalysisReply =
  | { readonly kind: 'progress'; readonly id: number; readonly share: number }
  | { readonly kind: 'result'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly message: string }
