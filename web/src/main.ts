import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { settings } from './lib/prefs.svelte';
import { router } from './lib/router.svelte';

settings.start();
router.start();

const target = document.getElementById('app');
if (target) mount(App, { target });
