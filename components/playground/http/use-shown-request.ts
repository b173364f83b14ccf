'use client'
import { useState } from 'react'
import type { Draft } from '#components/playground/form/model/draft.ts'
import type { Run } from '#lib/client/run.ts'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'

/** A request that HTTP and Code can show: of the playground itself, or of a panel next to its result. */
export interface ShownRequest {
  /** Label of the switch, e.g. `Map`. */
  readonly label: string
  readonly contract: ContractInfo
  readonly draft: Draft
  /** Null before it runs. */
  readonly run: Run | null
}

export interface ShownRequestChoice {
  readonly shown: ShownRequest
  /** Empty when there is nothing to switch between. */
  readonly labels: readonly string[]
  readonly choose: (label: string) => void
}

/** The request that HTTP and Code show; the selection persists while that request exists. */
export function useShownRequest(own: ShownRequest, others: readonly ShownRequest[]): ShownRequestChoice {
  const [label, choose] = useState(own.label)
  const shown = others.find(other => other.label === label) ?? own
  return { shown, labels: others.length > 0 ? [own, ...others].map(each => each.label) : [], choose }
}
