'use client'

import { Tabs } from '@base-ui/react/tabs'
import {
  type CSSProperties,
  type ReactNode,
  useContext,
  useState,
  type KeyboardEvent,
  type PointerEvent,
} from 'react'
import { focusField } from '#components/playground/form/focus-field.ts'
import { GoToFieldContext } from '#components/playground/form/go-to-field-context.ts'
import { SplitContext, defaultPercent } from './split-context.tsx'
import type { PlaygroundTab } from './use-playground-tab.ts'
import { writeCookie } from '#components/shell/write-cookie.ts'

const tabStyle =
  '-mb-px border-b-2 border-transparent px-2.5 text-muted -outline-offset-2 hover:text-text data-active:border-accent data-active:text-text'

// Minimum width set by the divider.
const crowdedPercent = 25

export interface PlaygroundPanesProps {
  tab: PlaygroundTab
  request: ReactNode
  runBar: ReactNode
  result: ReactNode
  http: ReactNode
  code: ReactNode
  footer: ReactNode
  /** The result shows two panes side by side: the request pane shrinks to make room. */
  crowded: boolean
}

/**
 * One grid for all widths, so that the server renders it correctly without knowing the width: two panes from
 * 1100 px up; below that the request is the first tab.
 */
export function PlaygroundPanes({
  tab,
  request,
  runBar,
  result,
  http,
  code,
  footer,
  crowded,
}: PlaygroundPanesProps) {
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
            HTTP
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
      <Divider
        value={split}
        onChange={crowded ? setCrowdedSplit : setOwnSplit}
        defaultValue={crowded ? crowdedPercent : defaultPercent}
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

const min = 25
const max = 75
const steps: Readonly<Record<string, number>> = { ArrowLeft: -2, ArrowRight: 2, Home: -100, End: 100 }

interface DividerProps {
  /** Width of the request pane, in percent. */
  value: number
  onChange: (percent: number) => void
  /** Width after a double click. */
  defaultValue: number
  /** Whether the width is saved for the next page. */
  remembered: boolean
}

/** Moves the divider between request and result, by pointer or arrow keys; a double click resets it. */
function Divider({ value, onChange, defaultValue, remembered }: DividerProps) {
  const set = (percent: number) => {
    const next = Math.round(Math.min(max, Math.max(min, percent)) * 10) / 10
    onChange(next)
    if (remembered) writeCookie('sextant_split', String(next))
  }
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const box = event.currentTarget.parentElement?.getBoundingClientRect()
    if (box) set(((event.clientX - box.left) / box.width) * 100)
  }
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    set(value + step)
  }
  return (
    <div
      // A focusable separator is a widget (ARIA 1.2) with arrow keys and a value; hr is not.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see above
      data-area="divider"
      role="separator"
      aria-label="Request width"
      aria-orientation="vertical"
      aria-valuenow={Math.round(value)}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-controls="bench-request"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
      tabIndex={0}
      className="relative hidden cursor-col-resize touch-none bg-line after:absolute after:inset-y-0 after:-left-3 after:w-6 after:content-[''] hover:bg-accent lg:block"
      onPointerDown={event => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={press}
      onDoubleClick={() => set(defaultValue)}
    />
  )
}
