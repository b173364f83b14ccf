'use client'
import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export interface Tab {
  id: string
  label: string
  content: ReactNode
  /** Classes of its tab and panel, e.g. to show it at some widths only. */
  className?: string
}

/** Tabs whose panels stay mounted, so that state and scroll are kept. */
export function Tabs({
  label,
  tabs,
  value,
  onChange,
  aside,
  className,
}: {
  label: string
  tabs: readonly Tab[]
  value: string
  onChange: (id: string) => void
  aside?: ReactNode
  className?: string
}) {
  return (
    <BaseTabs.Root
      value={value}
      onValueChange={next => onChange(String(next))}
      className={classNames('flex min-h-0 min-w-0 flex-col', className)}
    >
      <div className="flex h-[37px] shrink-0 items-stretch gap-1 border-b border-line bg-panel px-3">
        <BaseTabs.List aria-label={label} className="flex items-stretch gap-1" activateOnFocus>
          {tabs.map(tab => (
            <BaseTabs.Tab
              key={tab.id}
              value={tab.id}
              className={classNames(
                '-mb-px border-b-2 border-transparent px-2.5 text-muted -outline-offset-2 hover:text-text data-active:border-accent data-active:text-text',
                tab.className,
              )}
            >
              {tab.label}
            </BaseTabs.Tab>
          ))}
        </BaseTabs.List>
        <div className="flex min-w-0 flex-1 items-center justify-end gap-1">{aside}</div>
      </div>
      {tabs.map(tab => (
        <BaseTabs.Panel
          key={tab.id}
          value={tab.id}
          keepMounted
          className={classNames('min-h-0 flex-1 -outline-offset-2 [&[hidden]]:hidden', tab.className)}
        >
          {tab.content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  )
}
