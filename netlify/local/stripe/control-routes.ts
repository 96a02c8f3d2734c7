import { type Context, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { faultRoutes } from '../shared/fault-injection.ts';
import { type ControlAction, createControlActions } from './actions.ts';
import { dashboardPage } from './dashboard.ts';
import { type Services, stripeFaultsSchema } from './services.ts';

/**
 * The dashboard at `/`, and the `/_control` routes, which accept JSON and the dashboard's forms.
 */
export const controlRoutes = (services: Services) => {
  const { state, faults } = services;

  const runAction = async (context: Context, action: ControlAction) => {
    const { req } = context;
    const isForm = req.header('content-type')?.includes('form') === true;
    if (!isForm) return context.json(await action(await req.json()));
    try {
      await action(await req.parseBody());
      return context.redirect('/', 303);
    } catch (error) {
      if (!(error instanceof HTTPException)) throw error;
      return context.html(dashboardPage(state, error.message), 422);
    }
  };

  const app = new Hono()
    .get('/', (context) => context.html(dashboardPage(state, null)))
    .route('/_control', faultRoutes(faults, stripeFaultsSchema))
    .get('/_control/state', (context) => {
      const events = state.events.map(({ event, ...delivery }) =>
        Object.assign({}, event, delivery),
      );
      return context.json({ events });
    });
  for (const [name, action] of Object.entries(createControlActions(services))) {
    app.post(`/_control/${name}`, (context) => runAction(context, action));
  }
  return app;
};
