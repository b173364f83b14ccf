import type { HistoryEntry } from '#lib/client/history-entry.ts'
import { isObject, toNumber } from '#lib/client/json-value.ts'
import { applyDraft, emptySearch, type SearchState, toSearchDraft } from './search-state.ts'
import { settingOf } from './second-setting.ts'
import { sentBody, toTurn } from './search-turn.ts'

/** A conversation of searches as a line of history: the first of its runs are the earlier turns. */
export function toSearchEntry(state: SearchState, entry: NonNullable<SearchState['entry']>): HistoryEntry {
  const { turn, other, former } = state
  const runs = [...former, ...(turn ? [turn] : []), ...(other ? [other] : [])].map(({ run }) => run)
  // What was asked, not what stands in the editor by now.
  const asked = {
    body: turn === null ? state.body : sentBody(turn.run),
    second: other === null ? null : settingOf(sentBody(other.run)),
    origin: state.origin,
  }
  return {
    ...entry,
    contract: 'search',
    name: null,
    pinned: false,
    draft: toSearchDraft(asked),
    runs,
    view: { former: former.length },
  }
}

export function openSearchEntry({ id, createdAt, draft, runs, view }: HistoryEntry): SearchState {
  const count = Math.min((isObject(view) ? toNumber(view['former']) : null) ?? 0, runs.length)
  const [run, other] = runs.slice(count)
  return {
    ...applyDraft(emptySearch(), draft),
    entry: { id, createdAt },
    former: runs.slice(0, count).map(toTurn),
    turn: run === undefined ? null : toTurn(run),
    other: other === undefined ? null : toTurn(other),
    restored: true,
  }
}
