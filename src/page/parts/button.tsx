/** Buttons of the page outside of forms. */
import type { ComponentProps } from 'preact';

/** A button of type `button`, which is not the default of HTML. */
export const Button = (props: ComponentProps<'button'>) => <button type="button" {...props} />;
