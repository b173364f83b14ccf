'use client'
import { type Context, createContext, useContext, useSyncExternalStore } from 'react'
import type { StateStore } from '#lib/client/state-store.ts'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'

/**
 * A context that a playground provides to its parts, and the hook that reads it.
 * @param name for the error of the hook outside of the playground
 */
export function createPlaygroundContext<Value>(
  name: string,
): readonly [Context: Context<Value | null>, useValue: () => Value] {
  const PlaygroundContext = createContext<Value | null>(null)
  function useValue(): Value {
    const value = useContext(PlaygroundContext)
    if (value === null) throw new Error(`The ${name} context is only available within its playground.`)
    return value
  }
  return [PlaygroundContext, useValue]
}

/** The state of a playground. Re-renders with each change. */
export function usePlaygroundState<State>({ subscribe, read }: StateStore<State>): State {
  return useSyncExternalStore(subscribe, read, read)
}

/** The contract that the playground runs. */
export const [ContractContext, useContract] = createPlaygroundContext<ContractInfo>('contract')
