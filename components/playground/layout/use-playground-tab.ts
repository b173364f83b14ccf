'use client'

import { useContext, useState } from 'react'
import { useMediaQuery } from '#components/ui/use-media-query.ts'
import { writeCookie } from '#components/shell/write-cookie.ts'
import { useSearchParams } from 'next/navigation'
import { ClosedInspectorsContext } from './closed-inspectors-context.ts'

const outTabs = ['result', 'wire', 'code'] as const
type OutTab = (typeof outTabs)[number]

export interface PlaygroundTab {
  readonly out: OutTab
  readonly show: (tab: string) => void
  /** Whether the request is a column beside the result, from 1100 px up. */
  readonly inspectorOpen: boolean
  /** Whether the request lies over the result, below 1100 px. */
  readonly sheetOpen: boolean
  readonly requestShown: boolean
  /** Whether the request is a sheet, below 1100 px. */
  readonly narrow: boolean
  readonly toggleRequest: () => void
  readonly showRequest: () => void
  /** Closes the sheet; a column stays. */
  readonly closeRequest: () => void
}

/** The chosen tab, and whether the request is shown: remembered per playground where it is a column. */
export function usePlaygroundTab(playground: string): PlaygroundTab {
  const [given, setGiven] = useSearchChoice('tab', outTabs)
  const closed = useContext(ClosedInspectorsContext)
  const [inspectorOpen, setInspectorOpen] = useState(!closed.has(playground))
  const [sheetOpen, setSheetOpen] = useState(false)
  const narrow = useMediaQuery('(max-width: 1099px)')
  const openInspector = (open: boolean) => {
    setInspectorOpen(open)
    if (open) closed.delete(playground)
    else closed.add(playground)
    writeCookie('sextant_inspector', [...closed].join('.'))
  }
  return {
    out: given ?? 'result',
    show(tab) {
      const out = outTabs.find(name => name === tab)
      if (out !== undefined) setGiven(out)
    },
    inspectorOpen,
    sheetOpen,
    narrow,
    requestShown: narrow ? sheetOpen : inspectorOpen,
    toggleRequest: () => (narrow ? setSheetOpen(!sheetOpen) : openInspector(!inspectorOpen)),
    showRequest() {
      if (narrow) return setSheetOpen(true)
      if (!inspectorOpen) openInspector(true)
    },
    closeRequest: () => setSheetOpen(false),
  }
}

/** A small selection stored in the URL, such as `?tab=wire`; null while absent. */
function useSearchChoice<Choice extends string>(
  name: string,
  choices: readonly Choice[],
): readonly [Choice | null, (choice: Choice) => void] {
  const given = useSearchParams().get(name)
  const choose = (choice: Choice) => {
    const url = new URL(location.href)
    url.searchParams.set(name, choice)
    // Next tracks the history itself, and a selection like this must not add a back step.
    history.replaceState(null, '', url)
  }
  return [choices.find(choice => choice === given) ?? null, choose]
}
