'use client'

import { useEffect, useState } from 'react'
import { useCommands } from '#components/shell/use-commands.ts'

const attribute = 'data-full-screen'

/** Shows the plot over the whole screen; `f` switches, Escape leaves. */
export function useFullScreen(): readonly [on: boolean, toggle: () => void] {
  const [on, setOn] = useState(false)
  const toggle = () => setOn(before => !before)
  useCommands([
    { id: 'full-screen', label: 'Full screen plot', section: 'View', shortcut: { key: 'f' }, run: toggle },
    {
      id: 'leave-full-screen',
      label: 'Leave full screen',
      section: 'View',
      shortcut: { key: 'Escape' },
      hidden: true,
      enabled: () => on && document.querySelector('[role=dialog]:not([data-note]), [role=listbox]') === null,
      run: () => setOn(false),
    },
  ])
  useEffect(() => {
    if (!on) return
    const page = document.documentElement
    page.setAttribute(attribute, '')
    // Where the browser refuses, the plot still fills the window.
    void page.requestFullscreen().catch(() => undefined)
    // Escape in the browser's own full screen sends no key.
    const onChange = () => document.fullscreenElement === null && setOn(false)
    document.addEventListener('fullscreenchange', onChange)
    return () => {
      document.removeEventListener('fullscreenchange', onChange)
      page.removeAttribute(attribute)
      if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined)
    }
  }, [on])
  return [on, toggle]
}
