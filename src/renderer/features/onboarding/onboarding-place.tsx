import { lazy } from 'react';
import { useRoute } from '../../stores/navigation.ts';
import { OnboardingScreen } from './onboarding-screen.tsx';

const Figures = lazy(async () => ({
  default: (await import('../figures/figures-screen.tsx')).FiguresScreen,
}));

/** Onboarding: the list of vendors, or the figures, which bring what draws the charts. */
export function OnboardingPlace() {
  const { path } = useRoute();
  return path[0] === 'figures' ? <Figures /> : <OnboardingScreen />;
}
