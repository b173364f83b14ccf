'use client'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { playgrounds } from '#lib/contracts/api/capabilities.ts'
import { showFailure, showToast } from '#components/ui/overlay/toast.ts'
import type { HandoffItem, HandoffKind } from './model/handoff.ts'
import { toOrigin } from './model/handoff-origin.ts'

/** The content to send, created on click. */
export interface HandoffContent {
  readonly items: readonly HandoffItem[]
  /** The question or query that the items belong to, if any. */
  readonly query: string | null
  /** The run that produced them, for the link back. */
  readonly runId: string | null
}

export interface SendToOptions {
  /** Id of the playground's contract. */
  from: string
  kind: HandoffKind
  /** Receives the click. */
  content: () => HandoffContent | Promise<HandoffContent>
}

export interface SendToTarget {
  /** Contract id. */
  readonly contract: string
  readonly name: string
  readonly send: () => Promise<void>
}

interface Target extends Omit<SendToTarget, 'send'> {
  readonly path: Route
  readonly position: number
  readonly kinds: readonly HandoffKind[]
}

/** In menu order. */
const targets = playgrounds
  .flatMap(({ contract, label, path, accepts }): readonly Target[] =>
    accepts === null ? [] : [{ contract, name: label, path, ...accepts }],
  )
  .toSorted((a, b) => a.position - b.position)

/** Playgrounds that accept the content, in menu order. Sending opens one there and runs nothing. */
export function useSendTo({ from, kind, content }: SendToOptions): readonly SendToTarget[] {
  const router = useRouter()
  const send = async (href: string) => {
    await open(href).catch((error: unknown) => showFailure('Could not send', error))
  }
  const open = async (href: string) => {
    const { items, query, runId } = await content()
    const { sharedHandoffs } = await import('./model/handoff-store.ts')
    const origin = toOrigin(from, runId, { kind, count: items.length })
    const id = await (await sharedHandoffs()).put({ kind, items, query, origin })
    if (id !== null) return router.push(`${href}?parcel=${id}` as Route)
    showToast('Too much data to send', {
      description: 'Playgrounds can send each other up to 20 MB. Select fewer items.',
    })
  }
  return targets
    .filter(({ contract, kinds }) => contract !== from && kinds.includes(kind))
    .map(({ contract, name, path }) => ({ contract, name, send: () => send(path) }))
}
