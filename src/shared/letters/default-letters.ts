import type { Language, LetterKind, LetterTemplate } from './letter-templates.ts';

const inEnglish = (...paragraphs: string[]) =>
  ['Hello {first name},', ...paragraphs, 'Thank you,\n{your name}\n{your company}'].join('\n\n');
const inSpanish = (...paragraphs: string[]) =>
  ['Estimado(a) {first name}:', ...paragraphs, 'Muchas gracias.\n{your name}\n{your company}'].join('\n\n');

export const defaultLetters: Readonly<Record<LetterKind, Readonly<Record<Language, LetterTemplate>>>> = {
  missing: {
    en: {
      subject: 'What we still need from you',
      body: inEnglish(
        'Before you can work with us, we still need:',
        '{missing}',
        'Please reply to this email with what you can send now.',
      ),
    },
    es: {
      subject: 'Lo que todavía necesitamos de usted',
      body: inSpanish(
        'Para que pueda trabajar con nosotros, todavía necesitamos lo siguiente:',
        '{missing}',
        'Por favor, responda a este correo con lo que pueda enviarnos ahora.',
      ),
    },
  },
  renewal: {
    en: {
      subject: 'Please renew before it expires',
      body: inEnglish(
        'The following expires soon:',
        '{missing}',
        'Please send us the renewal before then, so you can keep working with us.',
      ),
    },
    es: {
      subject: 'Por favor, renueve antes del vencimiento',
      body: inSpanish(
        'Lo siguiente vence pronto:',
        '{missing}',
        'Por favor, envíenos la renovación antes de esa fecha para que pueda seguir trabajando con nosotros.',
      ),
    },
  },
  invite: {
    en: {
      subject: 'Reminder: our invite',
      body: inEnglish(
        'We invited you to work with us and don’t have your profile yet. Please accept our invite and fill in your profile.',
        'If you didn’t get the invite, please reply to this email.',
      ),
    },
    es: {
      subject: 'Recordatorio de nuestra invitación',
      body: inSpanish(
        'Le invitamos a trabajar con nosotros y todavía no tenemos su perfil. Por favor, acepte nuestra invitación y complete su perfil.',
        'Si no ha recibido la invitación, responda a este correo, por favor.',
      ),
    },
  },
};
