import type { Draft } from '#components/playground/form/model/draft.ts'
import { readOrigin } from '#components/playground/handoff/model/handoff-origin.ts'
import { toList } from '#lib/client/json-value.ts'
import { isRecord } from '#lib/read-json.ts'
import type { PersistedSessionRules, PersistedState } from './persisted-session.ts'

interface DraftFunctions<State> {
  /** Id of the contract. */
  readonly contract: string
  readonly toDraft: (state: State) => Draft
  readonly applyDraft: (state: State, draft: Draft) => State
}

/** The rules of a playground whose tab stores its draft and nothing else. */
export function persistDraft<State extends PersistedState>({
  contract,
  toDraft,
  applyDraft,
}: DraftFunctions<State>): Pick<PersistedSessionRules<State>, 'toPersisted' | 'fromPersisted'> {
  return {
    toPersisted: state => ({ whole: { draft: toDraft(state) }, minimal: {} }),
    fromPersisted(state, stored) {
      const draft = readSavedDraft(contract, stored['draft'])
      return { state: draft === null ? state : applyDraft(state, draft), draftIsHere: draft !== null }
    },
  }
}

/** Parses a draft from JSON; null when invalid. */
export function readSavedDraft(contract: string, value: unknown): Draft | null {
  if (!isRecord(value) || !isRecord(value['body'])) return null
  const others = toList(value['others']).filter(isRecord)
  const origin = readOrigin(value['origin'])
  return {
    contract,
    body: value['body'],
    ...(others.length > 0 && { others }),
    ...(isRecord(value['view']) && { view: value['view'] }),
    ...(origin !== null && { origin }),
  }
}
