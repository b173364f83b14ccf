'use client'

import { Tabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { focusField } from '#components/playground/form/focus-field.ts'
import { GoToFieldContext } from '#components/playground/form/go-to-field-context.ts'
import { tabStyle } from '#components/ui/data/tab-style.ts'
import type { PlaygroundTab } from './use-playground-tab.ts'

export interface PlaygroundPanesProps {
  tab: PlaygroundTab
  /** Name of the first tab, such as Conversation. */
  resultLabel: string
  inspector: ReactNode
  result: ReactNode
  http: ReactNode
  code: ReactNode
  footer: ReactNode
}

/**
 * One grid for all widths, so that the server renders it correctly without knowing the width: the request is a
 * column from 1100 px up, and a sheet over the page below.
 */
export function PlaygroundPanes({
  tab,
  resultLabel,
  inspector,
  result,
  http,
  code,
  footer,
}: PlaygroundPanesProps) {
  const goToField = (path: string) => {
    tab.showRequest()
    focusField(path)
  }
  return (
    <Tabs.Root
      value={tab.out}
      onValueChange={next => tab.show(String(next))}
      render={<main id="main" className="playground" />}
    >
      {/* First in the page: after the request, Tab leads to its result. */}
      <section
        id="request"
        data-area="inspector"
        data-open={tab.inspectorOpen}
        data-sheet={tab.sheetOpen}
        aria-label="Request"
        className="flex min-h-0 min-w-0 flex-col border-l border-line bg-canvas max-lg:bg-raised max-lg:data-[sheet=false]:hidden lg:data-[open=false]:hidden"
      >
        {inspector}
      </section>
      {/* The button in the sheet's head does the same for the keyboard. */}
      <div data-area="scrim" data-sheet={tab.sheetOpen} aria-hidden onPointerDown={tab.closeRequest} />
      <div
        data-area="tabs"
        className="flex min-w-0 items-stretch overflow-x-auto border-b border-line px-2.5 [scrollbar-width:none] max-sm:px-1.5"
      >
        <Tabs.List aria-label="Result" className="flex items-stretch gap-1">
          <Tabs.Tab value="result" className={tabStyle}>
            {resultLabel}
          </Tabs.Tab>
          <Tabs.Tab value="wire" className={tabStyle}>
            HTTP
          </Tabs.Tab>
          <Tabs.Tab value="code" className={tabStyle}>
            Code
          </Tabs.Tab>
        </Tabs.List>
      </div>
      <div data-area="result" className="relative min-h-0 min-w-0">
        {[
          [
            'result',
            <GoToFieldContext key="result" value={goToField}>
              {result}
            </GoToFieldContext>,
          ] as const,
          ['wire', http] as const,
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
      <div data-area="status" className="min-w-0 border-t border-line">
        {footer}
      </div>
    </Tabs.Root>
  )
}
