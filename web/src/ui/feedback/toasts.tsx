import 'react-toastify/ReactToastify.css';
import '../theme/toasts.css';
import { useComputedColorScheme } from '@mantine/core';
import { cssTransition, ToastContainer } from 'react-toastify/unstyled';
import { toastLimits } from '../../data/toasts.ts';

const transition = cssTransition({ enter: 'toast-in', exit: 'toast-out', collapse: false });

export function Toasts() {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  return (
    <ToastContainer
      className="toasts"
      position="top-center"
      newestOnTop
      hideProgressBar
      theme={scheme}
      transition={transition}
      {...toastLimits}
    />
  );
}
