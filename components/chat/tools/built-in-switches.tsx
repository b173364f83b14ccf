'use client'

import { useQuery } from '@tanstack/react-query'
import { useContext, useEffect, useId, useRef, useState } from 'react'
import { LibraryItemsContext } from '#components/chat/chat-context.ts'
import { builtInTools, isBuiltIn, type BuiltInName } from '#components/chat/model/tools/built-in-tools.ts'
import type { ToolDraft } from '#components/chat/model/draft/tool-drafts.ts'
import { listProviders } from '#components/providers/model/providers.ts'
import { useAccount } from '#components/shell/account-context.tsx'
import { Switch } from '#components/ui/form/switch.tsx'

const labels: Readonly<Record<BuiltInName, string>> = {
  search_library: 'Library search',
  search_web: 'Web search',
}

/** Switches of the tools that the console runs by itself. */
export function BuiltInSwitches({
  tools,
  onChange,
}: {
  tools: readonly ToolDraft[]
  onChange: (tools: readonly ToolDraft[]) => void
}) {
  const [wanted, setWanted] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const want = () => setWanted(true)
    const element = list.current
    element?.addEventListener('pointerover', want, { once: true })
    element?.addEventListener('focusin', want, { once: true })
    return () => {
      element?.removeEventListener('pointerover', want)
      element?.removeEventListener('focusin', want)
    }
  }, [])
  const reasons = { search_library: useLibraryReason(), search_web: useWebReason(wanted) }
  return (
    <ul ref={list} className="mb-2 flex flex-col gap-1">
      {(['search_library', 'search_web'] as const).map(name => {
        const on = tools.some(tool => tool.name === name && isBuiltIn(tool))
        const taken = !on && tools.some(tool => tool.name === name)
        return (
          <BuiltInSwitch
            key={name}
            label={labels[name]}
            name={name}
            checked={on}
            reason={taken ? `You have a tool named ${name}.` : reasons[name]}
            onChange={next =>
              onChange(next ? [...tools, builtInTools[name]] : tools.filter(tool => tool.name !== name))
            }
          />
        )
      })}
    </ul>
  )
}

function BuiltInSwitch({
  label,
  name,
  checked,
  reason,
  onChange,
}: {
  label: string
  name: string
  checked: boolean
  /** Why it cannot be turned on; null: it can. */
  reason: string | null
  onChange: (on: boolean) => void
}) {
  const id = useId()
  const disabled = reason !== null && !checked
  return (
    <li>
      <label className="flex min-h-6 items-center justify-between gap-2">
        <span className="flex items-baseline gap-1.5">
          {label} <code className="text-2xs text-muted">{name}</code>
        </span>
        <Switch
          label={label}
          checked={checked}
          disabled={disabled}
          onChange={onChange}
          aria-describedby={disabled ? id : undefined}
        />
      </label>
      {disabled && (
        <p id={id} className="text-xs text-muted">
          {reason}
        </p>
      )}
    </li>
  )
}

function useLibraryReason(): string | null {
  return useContext(LibraryItemsContext) === 0
    ? 'The library is empty. Add pages or documents to it first.'
    : null
}

/**
 * Without any backend of their own, teams search Wikipedia, arXiv and PubMed, unless a list excludes these.
 * @param wanted whether to ask: most conversations use no tool
 */
function useWebReason(wanted: boolean): string | null {
  const { role } = useAccount()
  const { data } = useQuery({
    queryKey: ['providers'],
    queryFn: listProviders,
    enabled: wanted && (role === 'owner' || role === 'admin'),
    retry: false,
  })
  const backends = data?.providers.filter(({ purpose }) => purpose === 'search') ?? []
  if (!data?.search_listed || backends.length === 0) return null
  const works = backends.some(
    ({ enabled, problem, health }) => enabled && problem === null && health?.needs_operator !== true,
  )
  return works ? null : 'No search backend works. Check Providers.'
}
