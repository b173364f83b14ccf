'use client'
import type { Command } from '#components/shell/commands.ts'
import { focusMainInput } from '#components/shell/focus-main-input.ts'
import { useCommands } from '#components/shell/use-commands.ts'
import type { Draft } from '#components/playground/form/model/draft.ts'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'
import { useApi } from '#components/playground/form/api-context.tsx'
import { exampleBody } from '#components/playground/form/example-body.ts'
import type { PlaygroundTab } from './use-playground-tab.ts'

export interface PlaygroundActions {
  contract: ContractInfo
  draft: Draft
  onDraftChange: (draft: Draft) => void
  /** The request that Code shows; null while it is not known. */
  snippet: { contract: ContractInfo; draft: Draft } | null
  tab: PlaygroundTab
  running: boolean
  /** Whether the main input is in the dock below the result. */
  docked: boolean
  run: () => void
  stop: () => void
}

// A toast also has the dialog role, but does not block.
const popUps = '[role=dialog]:not([data-note]), [role=alertdialog], [role=listbox], [role=menu]'

/** The playground's actions by name and shortcut, the same as its buttons. */
export function usePlaygroundCommands({
  contract,
  draft,
  onDraftChange,
  snippet,
  tab,
  running,
  docked,
  run,
  stop,
}: PlaygroundActions): void {
  const { baseUrl } = useApi()
  const view = (id: 'result' | 'wire' | 'code', key: string): Command => ({
    id,
    label: `Show ${id === 'code' ? 'code' : id === 'wire' ? 'HTTP' : id}`,
    section: 'View',
    shortcut: { key },
    run: () => tab.show(id),
  })
  useCommands([
    { id: 'run', label: 'Run', section: 'Run', shortcut: { key: 'Enter', mod: true }, run },
    {
      id: 'stop',
      label: 'Stop run',
      section: 'Run',
      shortcut: { key: 'Escape' },
      // Open popups close first.
      enabled: () => running && document.querySelector(popUps) === null,
      run: stop,
    },
    {
      id: 'copy-snippet',
      label: 'Copy snippet',
      section: 'Run',
      shortcut: { key: 'c' },
      enabled: () => snippet !== null,
      run: () =>
        snippet !== null &&
        void import('#components/playground/code/copy-snippet.ts').then(({ copySnippet }) =>
          copySnippet(snippet.contract, snippet.draft, baseUrl),
        ),
    },
    {
      id: 'request',
      label: 'Show or hide the request',
      section: 'View',
      shortcut: { key: '.', mod: true },
      run: tab.toggleRequest,
    },
    {
      id: 'close-request',
      label: 'Close the request',
      section: 'View',
      shortcut: { key: 'Escape' },
      hidden: true,
      enabled: () => tab.sheetOpen && document.querySelector(popUps) === null,
      run: tab.closeRequest,
    },
    view('result', '1'),
    view('wire', '2'),
    view('code', '3'),
    {
      ...focusMainInput,
      run: () => {
        if (!docked) tab.showRequest()
        requestAnimationFrame(focusMainInput.run)
      },
    },
    ...contract.examples.map((example): Command => ({
      id: `example-${example.title}`,
      label: example.title,
      section: 'Example',
      run: () => {
        const formats = draft.apiFormats && { apiFormats: draft.apiFormats }
        onDraftChange({ contract: contract.id, body: exampleBody(example, draft), ...formats })
      },
    })),
  ])
}
