/** Buttons of the page outside of forms. */
import type { ComponentProps } from 'preact';

/** A button of type `button`, which is not the default of HTML. While it is disabled it does nothing, and the focus stays on it. */
export const Button = ({ disabled, onClick, ...props }: ComponentProps<'button'>) => (
  <button type="button" aria-disabled={disabled || undefined} onClick={disabled ? undefined : onClick} {...props} />
);
