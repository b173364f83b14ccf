'use client'
import { Tabs } from '@base-ui/react/tabs'
import { type CSSProperties, type ReactNode, useContext, useState } from 'react'
import { Divider } from './divider.tsx'
import { focusField } from './focus-field.ts'
import { GoToFieldContext } from './go-to-field-context.ts'
import { SplitContext, usualPercent } from './split-context.tsx'
import type { BenchTab } from './use-bench-tab.ts'

const tabStyle =
  '-mb-px border-b-2 border-transparent px-2.5 text-muted -outline-offset-2 hover:text-text data-active:border-accent data-active:text-text'

// The least that the divider allows.
const crowdedPercent = 25

export interface BenchPanesProps {
  tab: BenchTab
  request: ReactNode
  runBar: ReactNode
  result: ReactNode
  wire: ReactNode
  code: ReactNode
  footer: ReactNode
  /** The result shows two things side by side: the request gives it what room it can spare. */
  crowded: boolean
}

/**
 * One grid for all widths, so that the server renders it right without knowing the width: two panes from 1100 px on,
 * below that the request is the first tab.
 */
export function BenchPanes({ tab, request, runBar, result, wire, code, footer, crowded }: BenchPanesProps) {
  const [ownSplit, setOwnSplit] = useState(useContext(SplitContext))
  const [crowdedSplit, setCrowdedSplit] = useState(crowdedPercent)
  const split = crowded ? crowdedSplit : ownSplit
  const goToField = (path: string) => {
    tab.showRequest()
    focusField(path)
  }
  const hiddenWhenNarrow = (hidden: boolean) => (hidden ? 'max-lg:hidden' : '')
  return (
    <Tabs.Root
      value={tab.narrow && tab.requestShown ? 'request' : tab.out}
      onValueChange={next => tab.show(String(next))}
      render={
        <main
          id="main"
          className="bench"
          data-crowded={crowded}
          style={{ '--split': `${split}%` } as CSSProperties}
        />
      }
    >
      <div
        data-area="tabs"
        className="flex min-w-0 items-stretch border-b border-line bg-panel px-3 max-sm:px-1.5"
      >
        <Tabs.List aria-label="Request and result" className="flex items-stretch gap-1">
          <Tabs.Tab value="request" className={`${tabStyle} lg:hidden`} aria-controls="bench-request">
            Request
          </Tabs.Tab>
          <Tabs.Tab value="result" className={tabStyle}>
            Result
          </Tabs.Tab>
          <Tabs.Tab value="wire" className={tabStyle}>
            Wire
          </Tabs.Tab>
          <Tabs.Tab value="code" className={tabStyle}>
            Code
          </Tabs.Tab>
        </Tabs.List>
      </div>
      <section
        id="bench-request"
        data-area="request"
        aria-label="Request"
        className={`min-h-0 min-w-0 bg-panel ${hiddenWhenNarrow(!tab.requestShown)}`}
      >
        {request}
      </section>
      <div data-area="out" className={`relative min-h-0 min-w-0 ${hiddenWhenNarrow(tab.requestShown)}`}>
        {[
          [
            'result',
            <GoToFieldContext key="result" value={goToField}>
              {result}
            </GoToFieldContext>,
          ] as const,
          ['wire', wire] as const,
          ['code', code] as const,
        ].map(([value, content]) => (
          <Tabs.Panel
            key={value}
            value={value}
            keepMounted
            className="absolute inset-0 -outline-offset-2 [&[hidden]]:hidden"
          >
            {content}
          </Tabs.Panel>
        ))}
      </div>
      <Divider
        value={split}
        onChange={crowded ? setCrowdedSplit : setOwnSplit}
        usual={crowded ? crowdedPercent : usualPercent}
        remembered={!crowded}
      />
      <div data-area="run" className="min-w-0 border-t border-line bg-panel">
        {runBar}
      </div>
      <div data-area="foot" className="min-w-0 border-t border-line bg-panel">
        {footer}
      </div>
    </Tabs.Root>
  )
}
