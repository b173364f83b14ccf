import type { ReactNode } from 'react'
import type { Draft } from '#components/playground/form/model/draft.ts'
import type { HistoryEntry } from '#components/playground/history/model/history-entry.ts'
import type { Run } from '#lib/client/run.ts'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'
import type { TokenEstimate } from '#components/playground/run/model/run-usage.ts'
import type { ShownRequest } from '#components/playground/http/use-shown-request.ts'

export interface PlaygroundLayoutProps {
  title: string
  contract: ContractInfo
  draft: Draft
  onDraftChange: (draft: Draft) => void
  /** The request as it is sent, for HTTP and Code, if its API format is not that of the form; null: not known yet. */
  sent?: Pick<ShownRequest, 'contract' | 'draft'> | null
  /** In HTTP and Code while the request is not known. */
  sentPlaceholder?: ReactNode
  /** Above the language in Code. */
  codeHead?: ReactNode
  /** Below the snippet in Code. */
  codeNotes?: ReactNode
  /**
   * Opens a handoff and returns an undo function; without it, the handoff becomes the draft. Keep
   * `draft.origin`: the note above the editor shows it and the history stores it.
   */
  onOpenDraft?: (draft: Draft) => () => void
  /** Opens an example; without it, the example becomes the draft. */
  onOpenExample?: (draft: Draft) => void
  /** Opens a logged request and returns an undo function; without it, the request becomes the draft. */
  onOpenRequest?: (draft: Draft) => () => void
  /** The run shown in Result, HTTP and footer; null before the first. */
  run: Run | null
  /**
   * Every started run of the last batch, when Run sends several requests: a set too large for one, or several
   * models. HTTP lists them, the footer sums them; `run` is the one of the draft itself.
   */
  batch?: readonly Run[]
  /** Number of runs in the batch, including queued ones; without it, the number of started runs. */
  batchTotal?: number
  /** The runs that the footer sums, if these are not those of HTTP: the columns of a comparison. */
  summarized?: readonly Run[]
  /** Requests of panels next to the result: HTTP and Code switch between `title` and their labels. */
  alternatives?: readonly ShownRequest[]
  /** All requests of the next batch, if there is more than the draft: estimated before sending. */
  requests?: readonly Draft[]
  /** Usage counted by us, for when the API reports none. */
  estimate?: TokenEstimate | null
  /** Called with a draft that passed validation, or that the user sends anyway. */
  onRun: () => void
  /** Retries after a failure, when that is less than a whole run; without it, the draft is sent again. */
  onRetry?: () => void
  onStop: () => void
  /**
   * The capability's own editor, above the parameters. Its controls have `data-field` with their path in the
   * body, so that an error can link to them; the one that `/` focuses has `data-main-input`.
   */
  editor: ReactNode
  /** Above the examples, while there is no result. */
  emptyHead?: ReactNode
  /** Content of Result; null before the first run, when the examples are shown. */
  result: ReactNode
  /** Contract fields edited by `editor`; the rest becomes Parameters. */
  ownFields: readonly string[]
  /** Parameters that are always visible; the rest is collapsed. */
  firstParameters?: readonly string[]
  /** A parameter with its own control, below the first ones. */
  extraParameter?: ReactNode
  /** Shows the `result` as it was after this number of events; null: complete. */
  onReplay?: (eventCount: number | null) => void
  /**
   * A composer below the result, with the model and Run; without it both are in the inspector.
   * @param runBar Run with what it will send
   */
  dock?: (runBar: ReactNode) => ReactNode
  /** Name of the first tab: Result by default. */
  resultLabel?: string
  /** New and Compare, in the header. */
  headerActions?: ReactNode
  /** A menu of further actions, at the end of the header. */
  moreActions?: ReactNode
  runBarNote?: ReactNode
  /** The model that answers a request, where it is not the `model` of its body. */
  modelOf?: (request: Draft) => string | null
  /** Whether Run repeats a request; without it, after the first run. */
  again?: boolean
  /** Overrides the running state when several runs share the playground. */
  running?: boolean
  /** Opens a history entry; without it, its draft becomes the draft. */
  onOpenEntry?: (entry: HistoryEntry) => void
  /** False when `result` shows each failure itself. */
  showsFailure?: boolean
}
