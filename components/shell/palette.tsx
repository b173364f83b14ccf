'use client'
import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { Search } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Kbd } from '#components/ui/button/kbd.tsx'
import { useAccount } from './account-context.tsx'
import { type Command, type CommandGroup, groupCommands } from './commands.ts'
import { pageLinks } from './navigation.tsx'
import { useShowShortcut } from './platform-context.tsx'
import { useAllCommands } from './use-commands.ts'

/** The command palette: runs the same commands as buttons and shortcuts. */
export function Palette({ onClose }: { onClose: () => void }) {
  const router = useRouter()
  const show = useShowShortcut()
  const account = useAccount()
  const places: Command[] = pageLinks(account).map(link => ({
    id: link.href,
    label: link.label,
    keywords: link.keywords,
    section: 'Go to',
    icon: link.icon,
    run: () => router.push(link.href),
  }))
  const [typed, setTyped] = useState('')
  const groups = groupCommands([...useAllCommands().filter(command => !command.hidden), ...places], typed)

  // The palette closes first, so that the command can move the focus or open a dialog.
  const choose = (command: Command) => {
    onClose()
    requestAnimationFrame(command.run)
  }

  return (
    <Dialog.Root open onOpenChange={open => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/30" />
        <Dialog.Popup
          aria-label="Search or jump to"
          className="pop fixed top-[12vh] left-1/2 z-50 flex max-h-[60vh] w-[min(34rem,calc(100vw-24px))] -translate-x-1/2 flex-col overflow-hidden"
        >
          <Autocomplete.Root
            open
            inline
            items={groups}
            value={typed}
            onValueChange={setTyped}
            itemToStringValue={({ label, keywords = '' }: Command) => `${label} ${keywords}`}
            autoHighlight="always"
            keepHighlight
          >
            <div className="flex items-center gap-2 border-b border-line px-3">
              <Search size={16} aria-hidden className="text-muted" />
              <Autocomplete.Input
                aria-label="Search commands, examples and history"
                placeholder="Search or jump to"
                className="h-10 min-w-0 flex-1 bg-transparent outline-none"
              />
              <Dialog.Close className="grid min-h-6 min-w-6 place-items-center rounded">
                <Kbd>Esc</Kbd>
                <span className="sr-only">Close</span>
              </Dialog.Close>
            </div>
            <Autocomplete.Empty>
              <p className="px-4 py-6 text-muted">No results.</p>
            </Autocomplete.Empty>
            <Autocomplete.List className="min-h-0 overflow-y-auto p-1 outline-none empty:p-0">
              {(group: CommandGroup) => (
                <Autocomplete.Group key={group.value} items={group.items}>
                  <Autocomplete.GroupLabel className="px-2 pt-2 pb-1 text-xs text-muted">
                    {group.value}
                  </Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(command: Command) => (
                      <Autocomplete.Item
                        key={command.id}
                        value={command}
                        onClick={() => choose(command)}
                        className="flex h-8 cursor-default items-center gap-2 rounded px-2 outline-none select-none data-highlighted:bg-hover coarse:h-10"
                      >
                        {command.icon}
                        <span className="min-w-0 flex-1 truncate">{command.label}</span>
                        {command.shortcut && <Kbd>{show(command.shortcut)}</Kbd>}
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
