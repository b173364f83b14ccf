import type { ReactNode } from 'react'
import type { Draft } from '#components/playground/form/model/draft.ts'
import type { HistoryEntry } from '#components/playground/history/model/history-entry.ts'
import type { Run } from '#lib/client/run.ts'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'
import type { TokenEstimate } from '#components/playground/run/model/run-usage.ts'
import type { ShownRequest } from '#components/playground/http/use-shown-request.ts'

export interface BenchProps {
  title: string
  contract: ContractInfo
  draft: Draft
  onDraftChange: (draft: Draft) => void
  /**
   * Puts what another playground sent in the place of what is here, and returns how to undo that; without it, it
   * becomes the draft. Keep `draft.origin`: the note above the editor shows it, the history keeps it.
   */
  onOpenDraft?: (draft: Draft) => () => void
  /** The run shown in Result, Wire and footer; null before the first. */
  run: Run | null
  /**
   * Every run of the last press of Run that has begun, where it sends several requests: a set too large for one, or
   * several models. Wire lists them, the footer sums them; `run` stays the one that the draft itself became.
   */
  batch?: readonly Run[]
  /** How many runs the batch will have, for those that wait their turn; without it, as many as have begun. */
  batchTotal?: number
  /** Requests of panels beside the result: Wire and Code switch between `title` and their labels. */
  alternatives?: readonly ShownRequest[]
  /** All that the next press of Run would send, where that is more than the draft: weighed before it is sent. */
  requests?: readonly Draft[]
  /** What the run took by our own count, for where the API itself says nothing. */
  estimate?: TokenEstimate | null
  /** Called with a draft that passed its checks, or that the user wants sent all the same. */
  onRun: () => void
  /** Asks again after a failure, where that means less than a whole run; without it, the draft is sent again. */
  onRetry?: () => void
  onStop: () => void
  /**
   * The capability's own editor, above the parameters. Its controls carry `data-field` with their path in the body,
   * so that an error can lead there; the one that `/` focuses carries `data-main-input`.
   */
  editor: ReactNode
  /** What Result shows; null before the first run, where the bench shows the examples. */
  result: ReactNode
  /** Fields of the contract that `editor` edits; the rest becomes Parameters. */
  ownFields: readonly string[]
  /** Parameters that are always in sight; the others unfold. */
  firstParameters?: readonly string[]
  /** A parameter with a control of its own, below the first ones. */
  extraParameter?: ReactNode
  /** Shows in `result` what the run had brought after so many events; null: all of it. */
  onReplay?: (eventCount: number | null) => void
  /** The result shows two things side by side, as a map and a page of it: the request makes room while it does. */
  crowded?: boolean
  headerActions?: ReactNode
  runBarNote?: ReactNode
  /** Overrides "the run is going on" where several runs share the bench. */
  running?: boolean
  /** Opens an entry of the history; without it, its draft becomes the draft. */
  onOpenEntry?: (entry: HistoryEntry) => void
  /** False when `result` shows each failure itself. */
  showsFailure?: boolean
}
