'use client'
import { Toast as BaseToast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { takeToasts } from './toast.ts'

const toasts = BaseToast.createToastManager()

/** Shows queued toasts, and later ones at once. */
export function Toaster() {
  useEffect(
    () =>
      takeToasts(({ title, description, action }) => {
        const id = toasts.add({
          title,
          ...(description !== undefined && { description }),
          ...(action && { actionProps: { children: action.label, onClick: action.onSelect } }),
          timeout: action ? 10_000 : 5_000,
        })
        return () => toasts.close(id)
      }),
    [],
  )
  return (
    <BaseToast.Provider toastManager={toasts}>
      <BaseToast.Portal>
        <BaseToast.Viewport className="toasts fixed z-50 flex w-[min(22rem,calc(100vw-32px))] flex-col gap-2">
          <ToastList />
        </BaseToast.Viewport>
      </BaseToast.Portal>
    </BaseToast.Provider>
  )
}

function ToastList() {
  const { toasts: shown } = BaseToast.useToastManager()
  return shown.map(toast => (
    <BaseToast.Root key={toast.id} toast={toast} data-note className="pop flex items-start gap-2 p-3">
      <BaseToast.Content className="min-w-0 flex-1">
        <BaseToast.Title className="font-medium" />
        <BaseToast.Description className="text-xs break-words text-muted" />
      </BaseToast.Content>
      {toast.actionProps && <BaseToast.Action render={<Button />} />}
      <BaseToast.Close
        aria-label="Dismiss"
        className="grid size-6 place-items-center text-muted hover:text-text"
      >
        <X size={16} aria-hidden />
      </BaseToast.Close>
    </BaseToast.Root>
  ))
}
